import Testing

/// A table as a program exports it, with the friends that are read. The people are invented.
struct TableExport: Sendable, CustomTestStringConvertible {
    let program: String
    let table: String
    /// As ``FriendRecord/text``.
    let records: [String]

    var testDescription: String { program }

    static let all: [TableExport] = [
        TableExport(
            program: "Google until 2023",
            table: """
                Name,Given Name,Additional Name,Family Name,Yomi Name,Name Prefix,Nickname,Birthday,Gender,Notes,Photo,\
                Group Membership,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Type,E-mail 2 - Value,IM 1 - Type,\
                IM 1 - Service,IM 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,\
                Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Country,\
                Organization 1 - Type,Organization 1 - Name,Organization 1 - Title,Organization 1 - Department,\
                Website 1 - Type,Website 1 - Value,Custom Field 1 - Type,Custom Field 1 - Value
                Dr. Ada Augusta Lovelace,Ada,Augusta,Lovelace,,Dr.,Countess,1815-12-10,,Likes music,,\
                * myContacts ::: Science,* Home,ada@home.example ::: ada2@home.example,Work,ada@work.example,,,,\
                Mobile,+44 7700 900123,Home Fax,020 7946 0002,Home,"12 St James's Square
                London
                UK",12 St James's Square,London,UK,,Analytical Engines,Mathematician,Research,Profile,\
                example.org/ada,Shoe size,38
                Acme,,,,,,,,,,,* myContacts,,,,,,,,,,,,,,,,,,Acme,,,,,,
                """,
            records: [
                """
                2: Ada|Lovelace|+44 7700 900123|nickname : Countess|note middle name: Augusta|note title: Dr.|\
                birthday : 1815-12-10|note : Likes music|tag : myContacts|tag : Science|email home: ada@home.example|\
                email home: ada2@home.example|email work: ada@work.example|phone home fax: 020 7946 0002|\
                address home: 12 St James's Square, London, UK|organization : Analytical Engines, Research|\
                title : Mathematician|website Profile: http://example.org/ada|note Shoe size: 38
                """,
                "5: |||tag : myContacts|organization : Acme",
            ]),
        TableExport(
            program: "Google since 2024",
            table: """
                First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,\
                Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,\
                E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,\
                Address 1 - Country,Address 1 - Street,Address 1 - Extended Address,Address 1 - City,\
                Address 1 - Region,Address 1 - Postal Code,Address 1 - PO Box,Event 1 - Label,Event 1 - Value
                Grace,Brewster,Hopper,,,,Navy,Rear Admiral,Research,--12-09,,,* myContacts ::: Cobol,* ,\
                grace@navy.example,Work,+1 212 555 0111,Mobile,+1 212 555 0199,Home,USA,1 Compiler Ct,Apt 4,\
                Arlington,VA,22201,,Anniversary,1930-06-15
                """,
            records: [
                """
                2: Grace|Hopper|+1 212 555 0111|note middle name: Brewster|organization : Navy, Research|\
                title : Rear Admiral|birthday : --12-09|tag : myContacts|tag : Cobol|\
                email : grace@navy.example|phone mobile: +1 212 555 0199|\
                address home: 1 Compiler Ct, Apt 4, Arlington, VA, 22201, USA|anniversary : 1930-06-15
                """
            ]),
        TableExport(
            program: "Outlook",
            table: """
                "First Name","Middle Name","Last Name","Title","Company","Department","Job Title","Business Street",\
                "Business City","Business Postal Code","Home Street","Home City","Business Fax","Business Phone",\
                "Home Phone","Mobile Phone","Anniversary","Birthday","Categories","E-mail Address","E-mail Type",\
                "E-mail Display Name","E-mail 2 Address","E-mail 2 Type","Gender","Notes","Priority","Private",\
                "Sensitivity","Web Page"
                "Linus","","Torvalds","","Kernel Works","","Engineer","1 Tux Rd","Portland","97201","","",\
                "+1 503 555 0102","+1 503 555 0100","","+1 503 555 0101","0/0/00","12/28/1969","Friends;Kernel",\
                "linus@kernel.example","SMTP","Linus Torvalds (linus@kernel.example)","l@home.example","SMTP",\
                "Unspecified","Likes ""diving""\r\nand penguins","Normal","False","Normal","www.example.org"
                "Åse","","Öberg","","","","","","","","Storgatan 1","Umeå","","","","","0/0/00","0/0/00","","","","",\
                "","","Unspecified","","Normal","False","Normal",""
                """,
            records: [
                """
                2: Linus|Torvalds|+1 503 555 0101|organization : Kernel Works|title : Engineer|\
                address work: 1 Tux Rd, Portland, 97201|phone work fax: +1 503 555 0102|phone work: +1 503 555 0100|\
                birthday : 1969-12-28|tag : Friends|tag : Kernel|email : linus@kernel.example|email : l@home.example|\
                note : Likes "diving"
                and penguins|website : http://www.example.org
                """,
                "4: Åse|Öberg||address home: Storgatan 1, Umeå",
            ]),
        TableExport(
            program: "Thunderbird",
            table: """
                First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,\
                Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Home Address 2,Home City,Home State,\
                Home ZipCode,Home Country,Work Address,Job Title,Department,Organization,Web Page 1,Web Page 2,\
                Birth Year,Birth Month,Birth Day,Custom 1,Notes
                Wang,Wei,Wang Wei,,wei@home.example,wei@work.example,,,010 5555 0100,,,139 1234 5678,1 Road,Flat 2,\
                Beijing,,100000,China,,,Sales,Acme,https://work.example,,1980,2,9,,
                ,,The Pub,Pub,pub@town.example,,,,,,,,,,,,,,,,,,,,,12,31,Darts,Open late
                """,
            records: [
                """
                2: Wang|Wei|139 1234 5678|email : wei@home.example|email : wei@work.example|phone home: 010 5555 0100|\
                address home: 1 Road, Flat 2, Beijing, 100000, China|organization : Acme, Sales|\
                website work: https://work.example|birthday : 1980-02-09
                """,
                """
                3: The|Pub||nickname : Pub|email : pub@town.example|note custom: Darts|note : Open late|\
                birthday : --12-31
                """,
            ]),
        TableExport(
            program: "LinkedIn",
            table: """
                Notes:
                "When exporting your connection data, you may notice that some of the email addresses are missing."

                First Name,Last Name,URL,Email Address,Company,Position,Connected On
                Barbara,Liskov,https://www.linkedin.example/in/liskov,,MIT,"Professor, CSAIL",23 Nov 2024
                """,
            records: [
                """
                5: Barbara|Liskov||website : https://www.linkedin.example/in/liskov|organization : MIT|\
                title : Professor, CSAIL|note connected on: 23 Nov 2024
                """
            ]),
        TableExport(
            program: "a spreadsheet in German",
            table: """
                sep=;
                Nachname;Vorname;Telefon (privat);E-Mail-Adresse;Geburtstag;Lieblingsfarbe
                Noether;Emmy;'+49 9131 123;emmy@göttingen.example;23.03.1882;blau
                Hilbert;David;;"david";1862;
                """,
            records: [
                """
                3: Emmy|Noether|+49 9131 123|email : emmy@göttingen.example|birthday : 1882-03-23|\
                note Lieblingsfarbe: blau
                """,
                "4: David|Hilbert||note E-Mail-Adresse: david|birthday : 1862",
            ]),
        TableExport(
            program: "Outlook in German",
            table: """
                "Anrede";"Vorname";"Weitere Vornamen";"Nachname";"Firma";"Abteilung";"Position";"Straße geschäftlich";\
                "Straße geschäftlich 2";"Ort geschäftlich";"Postleitzahl geschäftlich";"Land/Region geschäftlich";\
                "Straße privat";"Ort privat";"Weiterer Ort";"Fax geschäftlich";"Telefon geschäftlich";\
                "Telefon (privat)";"Telefon (privat 2)";"Mobiltelefon";"E-Mail-Adresse";"E-Mail-Typ";\
                "E-Mail: Angezeigter Name";"E-Mail 2: Adresse";"E-Mail 2: Typ";"E-Mail 2: Angezeigter Name";\
                "Geschlecht";"Jahrestag";"Kategorien";"Priorität";"Privat";"Vertraulichkeit";"Internet Frei/Gebucht"
                "Dr.";"Emmy";"";"Noether";"Universität";"Mathematik";"Dozentin";"Gang 1";"Raum 2";"Göttingen";"37073";\
                "Deutschland";"Weg 3";"Erlangen";"";"0551 2";"0551 1";"09131 1";"09131 2";"0151 1";\
                "emmy@uni.example";"SMTP";"Emmy Noether";"e@home.example";"SMTP";"Emmy";"Keine Angabe";"0.0.00";\
                "Freunde";"Normal";"Falsch";"Normal";""
                """,
            records: [
                """
                2: Emmy|Noether|0151 1|note title: Dr.|organization : Universität, Mathematik|title : Dozentin|\
                address work: Gang 1, Raum 2, Göttingen, 37073, Deutschland|address home: Weg 3, Erlangen|\
                phone work fax: 0551 2|phone work: 0551 1|phone home: 09131 1|phone home: 09131 2|\
                email : emmy@uni.example|email : e@home.example|tag : Freunde
                """
            ]),
        TableExport(
            program: "a spreadsheet with the parts of an address",
            table: """
                Name,Address,Address Line 2,Zip,City,State,Country,Category
                Ada Lovelace,12 St James Sq,Flat 2,SW1Y 4JH,London,,UK,friends
                """,
            records: ["2: Ada|Lovelace||address : 12 St James Sq, Flat 2, London, SW1Y 4JH, UK|tag : friends"]),
        TableExport(
            program: "a spreadsheet in French",
            table:
                "Nom;Prénom;Rue;Code postal;Ville;Pays;Courriel;Catégorie\nCurie;Marie;1 rue A;75005;Paris;;m@c.example;amis",
            records: ["2: Marie|Curie||address : 1 rue A, Paris, 75005|email : m@c.example|tag : amis"]),
        TableExport(
            program: "a table with tabs and two columns",
            table: "PHONE\tname\r+1 5\" 23\tAda Lovelace\r\rx\t\"Hopper, Grace\"\r",
            records: ["2: Ada|Lovelace||note PHONE: +1 5\" 23", "4: Grace|Hopper||note PHONE: x"]),
    ]
}
