import FriendsModel

/// The headers of Outlook in several languages, and the everyday ones of spreadsheets: what they mean, and their words.
extension ColumnTable {
    // MARK: - Addresses

    /// The parts of addresses: the label of the address, and the words for each part in the order of ``addressParts``. A part
    /// without a place belongs to an address without a label.
    static let addressWords: [(label: String, parts: [Int: [String]])] = [
        (
            "",
            [
                0: ["PO Box", "Postfach", "Boîte postale", "Apartado postal"],
                1: ["Street", "Street Address", "Address Line", "Straße", "Strasse", "Rue", "Calle"], 2: ["Hausnummer"],
                3: ["City", "Town", "Ort", "Stadt", "Wohnort", "Ville", "Ciudad", "Localidad"],
                4: ["State", "Province", "Region", "County", "Bundesland", "Région", "Provincia"],
                5: [
                    "Zip", "Zip Code", "Postal Code", "Postcode", "PLZ", "Postleitzahl", "Code postal", "Código postal",
                ],
                6: ["Country", "Country/Region", "Land", "Pays", "País"],
            ]
        ),
        (
            "work",
            [
                0: ["Postfach geschäftlich", "B.P. professionnelle", "Apartado postal del trabajo"],
                1: ["Straße geschäftlich", "Rue (bureau)", "Calle del trabajo"],
                3: ["Ort geschäftlich", "Ville (bureau)", "Ciudad de trabajo", "Ciudad del trabajo"],
                4: [
                    "Region geschäftlich", "Bundesland/Kanton geschäftlich", "Dép/Région (bureau)",
                    "Provincia o estado de trabajo", "Provincia o estado del trabajo",
                ],
                5: ["Postleitzahl geschäftlich", "Code postal (bureau)", "Código postal del trabajo"],
                6: [
                    "Land/Region geschäftlich", "Land geschäftlich", "Pays/Région (bureau)", "Pays (bureau)",
                    "País o región del trabajo", "País del trabajo",
                ],
            ]
        ),
        (
            "home",
            [
                0: ["Postfach privat", "Boîte postale du domicile", "Apartado postal particular"],
                1: ["Straße privat", "Rue (domicile)", "Calle particular"],
                3: ["Ort privat", "Ville (domicile)", "Ciudad particular", "Ciudad del domicilio"],
                4: [
                    "Region privat", "Bundesland/Kanton privat", "Dép/Région (domicile)",
                    "Provincia o estado particular", "Provincia o estado del domicilio",
                ],
                5: ["Postleitzahl privat", "Code postal (domicile)", "Código postal particular"],
                6: [
                    "Land/Region privat", "Land privat", "Pays/Région (domicile)", "Pays (domicile)",
                    "País o región particular", "País o región del domicilio", "País particular",
                ],
            ]
        ),
        (
            "other",
            [
                0: ["Weiteres Postfach", "Autre boîte postale", "Otro apartado postal"],
                1: ["Weitere Straße", "Rue (autre)", "Otra calle"],
                3: ["Weiterer Ort", "Ville (autre)", "Otra ciudad"],
                4: [
                    "Weitere Region", "Weiteres/r Bundesland/Kanton", "Dép/Région (autre)", "Otra provincia o estado",
                ],
                5: ["Weitere Postleitzahl", "Code postal (autre)", "Otro código postal"],
                6: [
                    "Weiteres/e Land/Region", "Weiteres Land", "Pays/Région (autre)", "Pays (autre)",
                    "Otro país o región",
                ],
            ]
        ),
    ]

    // MARK: - Lines

    static let phoneWords: [(label: String, headers: [String])] = [
        ("", ["Haupttelefon", "Téléphone principal", "Teléfono principal"]),
        ("mobile", ["Móvil", "Portable", "Mobil", "Téléphone portable"]),
        ("home", ["Téléphone domicile", "Teléfono del domicilio"]), ("work", ["Téléphone bureau"]),
        ("other", ["Weiteres Telefon", "Téléphone (autre)", "Otro teléfono"]),
        ("fax", ["Télécopie", "Télécopieur"]),
        ("work fax", ["Fax geschäftlich", "Télécopie (bureau)", "Fax del trabajo"]),
        ("home fax", ["Fax privat", "Télécopie (domicile)", "Fax particular"]),
        ("other fax", ["Weiteres Fax", "Télécopie (autre)", "Otro fax"]),
        ("company", ["Telefon Firma", "Téléphone société", "Número de centralita de la organización"]),
        ("car", ["Autotelefon", "Téléphone (voiture)", "Teléfono del automóvil"]),
        ("assistant", ["Telefon Assistent", "Téléphone de l'assistant(e)", "Teléfono del ayudante"]),
        ("callback", ["Rückmeldung", "Rappel", "Devolución de llamada"]), ("ISDN", ["RNIS", "RDSI"]),
        ("radio", ["Funktelefon", "Radio téléphone", "Radioteléfono"]),
        ("TTY", ["Telefon für Hörbehinderte", "Téléphone TDD/TTY", "Número de teletipo"]),
        ("telex", ["Télex", "Télex"]),
        ("pager", ["Récepteur de radiomessagerie", "Localizador"]),
    ]

    static let emailWords = ["Courriel", "Mail", "Correo"]

    static let organizationWords = [
        "Firma", "Organisation", "Société", "Compañía", "Organización", "Entreprise", "Empresa",
    ]
    static let departmentWords = ["Abteilung", "Service", "Departamento"]

    static let tagWords = ["Category", "Kategorie", "Catégorie", "Categoría", "Categorías", "Etiquetas"]
    /// Lines of other kinds, and their labels.
    static let lineWords: [(kind: LineKind, label: String, headers: [String])] = [
        (.title, "", ["Titre1", "Fonction", "Puesto", "Cargo"]), (.role, "", ["Beruf", "Profesión"]),
        (.anniversary, "", ["Jahrestag", "Hochzeitstag", "Anniversaire de mariage ou fête", "Aniversario"]),
        (.relation, "manager", ["Name des/der Vorgesetzten", "Responsable", "Nombre del director"]),
        (.relation, "assistant", ["Name Assistent", "Nom de l'assistant(e)", "Nombre del ayudante"]),
        (.relation, "spouse", ["Ehepartner", "Partner", "Partner/in", "Conjoint", "Conjoint(e)", "Cónyuge"]),
        (.relation, "child", ["Kinder", "Enfants", "Hijos"]),
    ]

    static let websiteWords = ["Website", "Web", "Page Web", "Página web", "Homepage geschäftlich"]

    // MARK: - What friends do not have

    /// Notes, and their labels.
    static let noteWords: [(label: String, headers: [String])] = [
        ("title", ["Anrede", "Titel", "Titre", "Tratamiento", "Título"]),
        ("middle name", ["Weitere Vornamen", "Deuxième prénom", "Segundo nombre"]), ("suffix", ["Suffixe", "Sufijo"]),
        ("phonetic company", ["Company Yomi", "Firma Yomi", "Société Yomi"]), ("schools", ["Schools"]),
        ("office", ["Büro", "Bureau", "Oficina", "Ubicación de la oficina"]),
        ("gender", ["Geschlecht", "Sexe", "Sexo"]), ("hobby", ["Hobbys", "Passe-temps", "Aficiones"]),
        ("initials", ["Initialen", "Initiales", "Iniciales"]), ("location", ["Emplacement", "Ubicación"]),
        ("language", ["Sprache", "Langue", "Idioma"]), ("account", ["Konto", "Compte", "Cuenta"]),
        ("keywords", ["Stichwörter", "Mots clés", "Palabras clave"]),
        ("billing information", ["Abrechnungsinformation", "Informations facturation", "Información de facturación"]),
        ("mileage", ["Reisekilometer", "Kilométrage", "Kilometraje"]),
        ("directory server", ["Verzeichnisserver", "Serveur d'annuaire", "Servidor de directorio"]),
        ("referred by", ["Referred By", "Empfohlen von", "Recommandé par", "Referido por"]),
        ("government ID", ["Government ID Number", "Regierungs-Nr.", "Code gouvernement"]),
        (
            "organizational ID",
            ["Organizational ID Number", "Organisations-Nr.", "Numéro d'identification de l'organisation"]
        ),
        ("free/busy", ["Internet Free Busy", "Internet Frei/Gebucht", "Disponibilité Internet"]),
        ("priority", ["Priorität", "Priorité", "Prioridad"]), ("private", ["Privat", "Privé", "Privado"]),
        ("sensitivity", ["Vertraulichkeit", "Critère de diffusion", "Confidencialidad"]),
        ("user 1", ["Benutzer 1", "Utilisateur 1", "Usuario 1"]),
        ("user 2", ["Benutzer 2", "Utilisateur 2", "Usuario 2"]),
        ("user 3", ["Benutzer 3", "Utilisateur 3", "Usuario 3"]),
        ("user 4", ["Benutzer 4", "Utilisateur 4", "Usuario 4"]),
    ]

    /// What Outlook writes in columns of notes where nothing was said, by their labels.
    private static let emptyTexts: [String: Set<String>] = [
        "gender": ["Unspecified", "Keine Angabe", "Non spécifié"],
        "priority": ["Normal", "Normale"], "sensitivity": ["Normal", "Normale"],
        "private": ["False", "Falsch", "Faux", "Falso"],
    ]

    /// What says nothing of a friend.
    static let skippedWords = [
        "E-Mail-Typ", "Type de messagerie", "Tipo de correo electrónico", "E-Mail: Angezeigter Name",
        "Nom complet de l'adresse de messagerie", "Nombre para mostrar del correo electrónico",
    ]

    /// The roles of all of these words.
    static let words: [(String, ColumnRole)] = {
        var words: [(String, ColumnRole)] = []
        func add(_ headers: [String], _ role: ColumnRole) { words += headers.map { ($0, role) } }
        for address in addressWords {
            let group = address.label.isEmpty ? "address" : address.label
            for (order, headers) in address.parts {
                add(headers, .part(.address, group: group, label: address.label, order: order))
            }
        }
        for phone in phoneWords { add(phone.headers, .line(.phone, label: phone.label)) }
        add(emailWords, .line(.email, label: ""))
        add(organizationWords, .part(.organization, group: "company", label: "", order: 0))
        add(departmentWords, .part(.organization, group: "company", label: "", order: 1))
        add(tagWords, .line(.tag, label: ""))
        add(websiteWords, .line(.website, label: ""))
        for line in lineWords { add(line.headers, .line(line.kind, label: line.label)) }
        for note in noteWords {
            add(note.headers, .note(label: note.label, unless: emptyTexts[note.label] ?? []))
        }
        add(skippedWords, .skip)
        return words
    }()
}
