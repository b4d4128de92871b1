/// The headers of programs in other languages that the other tables do not have.
extension ColumnTable {
    static let programWords: [(role: ColumnRole, headers: [String])] =
        thunderbirdWords + outlookItalianWords + outlookItalianNotes + [
            (.line(.website, label: ""), ["Website URL"]),
            (.note(label: "gender", unless: ["Sin especificar"]), ["Género"]),
            (.note(label: "billing information"), ["Facturación"]), (.note(label: "referred by"), ["Sugerencias"]),
            (.note(label: "organizational ID"), ["Id. de la organización"]),
            (part(0, "work"), ["Apartado postal de la dirección del trabajo"]), (part(0, "other"), ["Autre B.P."]),
            (
                .skip,
                [
                    "Nombre de pantalla de correo electrónico", "Tipo posta elettronica",
                    "Nome visualizzato posta elettronica",
                ]
            ),
        ]

    private static let thunderbirdWords: [(role: ColumnRole, headers: [String])] = [
        // German.
        (.line(.messenger, label: ""), ["Messenger-Name"]), (.line(.phone, label: "fax"), ["Fax-Nummer"]),
        (.line(.phone, label: "pager"), ["Pager-Nummer"]), (.line(.title, label: ""), ["Arbeitstitel"]),

        // French. A second "Ville" is the one of the work address.
        (.line(.email, label: ""), ["Adresse électronique", "Adresse électronique principale"]),
        (.line(.email, label: ""), ["Adresse électronique secondaire"]),
        (.line(.messenger, label: ""), ["Nom de l’écran"]), (.line(.phone, label: "work"), ["Tél. professionnel"]),
        (.line(.phone, label: "home"), ["Tél. personnel"]),
        (part(1, "home"), ["Adresse privée", "Adresse personnelle"]),
        (part(1, "work"), ["Adresse professionnelle"]), (part(4), ["Pays/État"]),

        // Spanish.
        (.line(.email, label: ""), ["Dirección de correo electrónico primaria"]),
        (.line(.email, label: ""), ["Dirección de correo electrónico secundaria"]),
        (.line(.phone, label: "fax"), ["Número de fax"]), (.line(.phone, label: "pager"), ["Número de buscapersonas"]),
        (.line(.phone, label: "mobile"), ["Número de móvil"]), (part(1, "home"), ["Dirección particular"]),
        (part(4, "home"), ["Provincia particular"]), (part(1, "work"), ["Dirección del trabajo"]),
        (part(4, "work"), ["Provincia del trabajo"]),
    ]

    private static let outlookItalianWords: [(role: ColumnRole, headers: [String])] = [
        (.line(.email, label: ""), ["Indirizzo posta elettronica"]),
        (.line(.phone, label: "work"), ["Ufficio", "Telefono (uff.)"]),
        (.line(.phone, label: "home"), ["Abitazione", "Telefono (ab.)"]),
        (.line(.phone, label: "assistant"), ["Telefono assistente"]),
        (.line(.phone, label: "callback"), ["Richiamata automatica"]), (.line(.phone, label: "car"), ["Telefono auto"]),
        (.line(.phone, label: "company"), ["Telefono principale società"]),
        (.line(.phone, label: "other"), ["Altro telefono"]), (.line(.phone, label: ""), ["Telefono principale"]),
        (.line(.phone, label: "pager"), ["Cercapersone"]), (.line(.phone, label: "radio"), ["Radiotelefono"]),
        (.line(.phone, label: "TTY"), ["Telefono TTY/TDD"]), (.line(.phone, label: "work fax"), ["Fax (uff.)"]),
        (.line(.phone, label: "home fax"), ["Fax (ab.)"]), (.line(.phone, label: "other fax"), ["Altro fax"]),
        (part(0, "work"), ["Casella postale uff.", "Casella postale (uff.)"]), (part(1, "work"), ["Via (uff.)"]),
        (part(3, "work"), ["Città (uff.)"]), (part(4, "work"), ["Provincia (uff.)"]),
        (part(5, "work"), ["CAP (uff.)"]), (part(6, "work"), ["Paese (uff.)", "Paese/area geografica (uff.)"]),
        (part(0, "home"), ["Casella postale ab.", "Casella postale (ab.)"]), (part(1, "home"), ["Via (ab.)"]),
        (part(3, "home"), ["Città (ab.)"]), (part(4, "home"), ["Provincia (ab.)"]), (part(5, "home"), ["CAP (ab.)"]),
        (part(6, "home"), ["Paese (ab.)", "Paese/area geografica (ab.)"]),
        (part(0, "other"), ["Altra casella postale"]), (part(1, "other"), ["Altra via"]),
        (part(3, "other"), ["Altra città"]), (part(4, "other"), ["Altra provincia"]), (part(5, "other"), ["Altro CAP"]),
        (part(6, "other"), ["Altro paese", "Altro paese/area geografica"]),
        (.part(.organization, group: "company", label: "", order: 1), ["Reparto"]),
        (.line(.role, label: ""), ["Professione"]), (.line(.relation, label: "manager"), ["Nome manager"]),
        (.line(.relation, label: "assistant"), ["Nome assistente"]),
        (.line(.relation, label: "spouse"), ["Nome coniuge/partner", "Coniuge"]),
        (.line(.relation, label: "child"), ["Figli"]), (.line(.website, label: ""), ["Pagina Web"]),
    ]

    private static let outlookItalianNotes: [(role: ColumnRole, headers: [String])] = [
        (.note(label: "title"), ["Titolo"]), (.note(label: "middle name"), ["Secondo nome"]),
        (.note(label: "suffix"), ["Titolo straniero"]),
        (.note(label: "gender", unless: ["Non specificato"]), ["Sesso"]),
        (.note(label: "government ID"), ["Codice fiscale"]), (.note(label: "initials"), ["Iniziali"]),
        (.note(label: "free/busy"), ["Disponibilità Internet"]), (.note(label: "keywords"), ["Parole chiave"]),
        (.note(label: "language"), ["Lingua"]), (.note(label: "location"), ["Luogo"]),
        (.note(label: "mileage"), ["Indennità trasferta"]), (.note(label: "office"), ["Ubicazione ufficio"]),
        (.note(label: "organizational ID"), ["Codice organizzazione"]),
        (.note(label: "billing information"), ["Dati fatturazione"]),
        (.note(label: "directory server"), ["Server di elenchi in linea"]),
        (.note(label: "referred by"), ["Presentato da"]),
        (.note(label: "priority", unless: ["Normale"]), ["Priorità"]),
        (.note(label: "private", unless: ["Falso"]), ["Privato"]),
        (.note(label: "sensitivity", unless: ["Normale"]), ["Riservatezza"]),
        (.note(label: "user 1"), ["Utente 1"]), (.note(label: "user 2"), ["Utente 2"]),
        (.note(label: "user 3"), ["Utente 3"]), (.note(label: "user 4"), ["Utente 4"]),
    ]
}
