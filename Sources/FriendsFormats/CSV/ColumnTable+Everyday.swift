import FriendsModel

/// The headers of people's own tables in ten languages: what they mean, and their words. The headers of programs come before these.
extension ColumnTable {
    /// Headers for a name, of which the other columns say which one: a last name beside a first name, and the other way round.
    static let anyNames: Set<String> = ["name", "nom", "nombre", "nome", "naam", "namn", "nimi"]

    static let everydayWords: [(role: ColumnRole, headers: [String])] = [
        // Names.
        (.fullName, ["Name", "Nom", "Nombre", "Nome", "Naam", "Namn", "Nimi"]),
        (.field(.firstName), ["First", "Given", "Rufname", "Primeiro nome", "Voornaam", "Imię", "Förnamn", "Etunimi"]),
        (
            .field(.lastName),
            [
                "Last", "Family", "Familienname", "Zuname", "Primer apellido", "Cognome", "Sobrenome", "Último nome",
                "Achternaam", "Nazwisko", "Efternamn", "Sukunimi",
            ]
        ),
        (
            .fullName,
            [
                "Contact", "Contact Name", "Vor- und Nachname", "Vollständiger Name", "Nom complet", "Nom à afficher",
                "Nombre completo", "Nombre para mostrar", "Nome completo", "Nome visualizzato", "Nome de exibição",
                "Volledige naam", "Weergavenaam", "Imię i nazwisko", "Nazwa wyświetlana", "Fullständigt namn",
                "Visningsnamn", "Koko nimi", "Näyttönimi",
            ]
        ),
        (.lastNamePrefix, ["Tussenvoegsel", "Tussenvoegsels"]),
        (.nickname, ["Soprannome", "Bijnaam", "Roepnaam", "Przezwisko", "Pseudonim", "Smeknamn", "Lempinimi"]),

        // Phones.
        (
            .line(.phone, label: ""),
            [
                "Tel", "Telephone Number", "Contact Number", "Telefonnummer", "Telefonnr.", "Rufnummer",
                "Numéro de téléphone", "Número de teléfono", "Telefono", "Numero di telefono", "Telefone",
                "Número de telefone", "Telefoon", "Telefoonnummer", "Numer telefonu", "Puhelin", "Puhelinnumero",
            ]
        ),
        (
            .line(.phone, label: "mobile"),
            [
                "Cell", "Cellphone", "Cell Number", "Mobile No.", "Handynummer", "Mobilnummer", "Mobil-Tel.-Nr.",
                "Celular", "Cellulare", "Telefono cellulare", "Telemóvel", "Mobiel", "Mobiel nummer",
                "Mobiele telefoon", "Komórka", "Telefon komórkowy", "Mobiltelefonnummer", "Matkapuhelin", "Kännykkä",
            ]
        ),
        (.line(.phone, label: "work mobile"), ["Work Mobile", "Mobile Work", "Business Mobile", "Handy geschäftlich"]),
        (
            .line(.phone, label: "home"),
            [
                "Home", "Phone Home", "Home Number", "Home Telephone", "Landline", "Tel. privat", "Festnetz",
                "Téléphone fixe", "Fixe", "Particular", "Teléfono de casa", "Telefono casa", "Telefone residencial",
                "Telefone de casa", "Telefoon thuis", "Telefon domowy", "Hemtelefon", "Kotipuhelin",
            ]
        ),
        (
            .line(.phone, label: "work"),
            [
                "Work", "Phone Work", "Work Number", "Work Telephone", "Office Phone", "Tel. dienstlich",
                "Tel. geschäftlich", "Telefon Arbeit", "Téléphone professionnel", "Teléfono trabajo",
                "Telefono ufficio", "Telefono lavoro", "Telefone comercial", "Telefone do trabalho", "Telefoon werk",
                "Telefon służbowy", "Arbetstelefon", "Työpuhelin",
            ]
        ),

        // Emails and websites.
        (
            .line(.email, label: ""),
            [
                "Mail Address", "Adresse mail", "Dirección del correo electrónico", "Indirizzo e-mail",
                "Posta elettronica", "Endereço de e-mail", "E-mailadres", "Adres e-mail", "E-post", "E-postadress",
                "Sähköposti", "Sähköpostiosoite",
            ]
        ),
        (
            .line(.email, label: "home"),
            [
                "Home Email", "Email Home", "Personal Email", "Private Email", "E-Mail privat", "Email personnel",
                "Correo personal", "E-mail thuis",
            ]
        ),
        (
            .line(.email, label: "work"),
            [
                "Work Email", "Email Work", "Business Email", "E-Mail geschäftlich", "E-Mail dienstlich",
                "Email professionnel", "Correo del trabajo", "Email lavoro", "E-mail trabalho", "E-mail werk",
            ]
        ),
        (
            .line(.website, label: ""),
            [
                "Site", "Internet", "Internetseite", "Site web", "Site internet", "Sitio web", "Sito", "Sito web",
                "Página da web", "Webadres", "Strona internetowa", "Webbplats", "Hemsida", "Kotisivu", "Verkkosivu",
            ]
        ),

        // Dates.
        (
            .line(.birthday, label: ""),
            [
                "Birthdate", "Birth Date", "Date of Birth", "DOB", "Born", "Geburtsdatum", "Geboren", "Geboren am",
                "Date de naissance", "Naissance", "Fecha de nacimiento", "Nacimiento", "Data di nascita",
                "Compleanno", "Data de nascimento", "Nascimento", "Aniversário", "Geboortedatum", "Verjaardag",
                "Data urodzenia", "Urodziny", "Födelsedatum", "Födelsedag", "Syntymäaika", "Syntymäpäivä",
            ]
        ),
        (.dateYear(.birthday), ["Geburtsjahr", "Année de naissance", "Año de nacimiento"]),
        (.dateMonth(.birthday), ["Geburtsmonat", "Mois de naissance", "Mes de nacimiento"]),
        (.dateDay(.birthday), ["Jour de naissance", "Día de nacimiento"]),
        (
            .line(.anniversary, label: ""),
            [
                "Wedding Anniversary", "Wedding Day", "Anniversario", "Aniversário de casamento", "Trouwdag",
                "Rocznica", "Bröllopsdag", "Hääpäivä",
            ]
        ),

        // Addresses.
        (
            .line(.address, label: ""),
            [
                "Postal Address", "Mailing Address", "Anschrift", "Wohnadresse", "Postanschrift", "Adresse postale",
                "Dirección", "Domicilio", "Indirizzo", "Endereço", "Morada", "Adres", "Adress", "Osoite",
            ]
        ),
        (part(1), ["Via", "Rua", "Straat", "Ulica", "Gata", "Gatuadress", "Katuosoite"]),
        (
            part(3),
            [
                "Suburb", "Città", "Cidade", "Localidade", "Plaats", "Woonplaats", "Stad", "Miasto", "Miejscowość",
                "Kaupunki", "Postitoimipaikka",
            ]
        ),
        (part(4), ["Kanton", "Département", "Estado", "Regione", "Provincie", "Województwo", "Län", "Maakunta"]),
        (part(5), ["Post Code", "CAP", "CEP", "Kod pocztowy", "Postnummer", "Postinumero"]),
        (part(6), ["Paese", "Nazione", "Kraj", "Maa"]),
        (part(1, "home"), ["Privat: Adresse"]), (part(3, "home"), ["Privat: Ort"]),
        (part(4, "home"), ["Privat: Bundesland", "Home County"]),
        (part(5, "home"), ["Privat: PLZ", "Home Post Code", "Home Postcode"]), (part(6, "home"), ["Privat: Land"]),
        (part(1, "work"), ["Dienstlich: Adresse"]), (part(3, "work"), ["Dienstlich: Ort"]),
        (part(4, "work"), ["Dienstlich: Bundesland", "Work County"]),
        (part(5, "work"), ["Dienstlich: PLZ", "Work Post Code", "Work Postcode"]),
        (part(6, "work"), ["Dienstlich: Land"]),

        // Work.
        (
            .part(.organization, group: "company", label: "", order: 0),
            [
                "Employer", "Company Name", "Arbeitgeber", "Unternehmen", "Azienda", "Società", "Ditta",
                "Organizzazione", "Organização", "Bedrijf", "Organisatie", "Organizacja", "Företag", "Yritys",
                "Organisaatio",
            ]
        ),
        (
            .line(.title, label: ""),
            [
                "Jobtitel", "Stellenbezeichnung", "Berufsbezeichnung", "Poste", "Intitulé du poste",
                "Puesto de trabajo", "Qualifica", "Posizione", "Functie", "Functietitel", "Stanowisko", "Befattning",
                "Tehtävänimike",
            ]
        ),

        // Tags and notes.
        (
            .line(.tag, label: ""),
            [
                "Group", "Label", "Gruppe", "Gruppen", "Schlagwort", "Schlagworte", "Groupe", "Groupes", "Grupo",
                "Grupos", "Etiqueta", "Gruppo", "Gruppi", "Etichette", "Categoria", "Categorias", "Marcadores",
                "Categorie", "Groep", "Groepen", "Grupa", "Grupy", "Kategorier", "Grupp", "Ryhmä",
            ]
        ),
        (
            .line(.note, label: ""),
            [
                "Comment", "Remark", "Remarks", "Memo", "Bemerkung", "Bemerkungen", "Anmerkung", "Anmerkungen",
                "Kommentar", "Notiz", "Remarque", "Commentaire", "Commentaires", "Nota", "Observaciones",
                "Comentarios", "Commenti", "Osservazioni", "Observações", "Comentários", "Opmerking", "Opmerkingen",
                "Notities", "Uwagi", "Notatki", "Anteckningar", "Kommentarer", "Muistiinpanot", "Lisätiedot",
                "Huomautukset",
            ]
        ),
    ]

    /// A part of an address, by the order of the parts.
    static func part(_ order: Int, _ label: String = "") -> ColumnRole {
        .part(.address, group: label.isEmpty ? "address" : label, label: label, order: order)
    }
}
