package io.tollgate.demo;

import java.util.List;

/** The regions from which the demo's buyers come, in many scripts. */
final class Regions {
    private Regions() {}

    private static List<String> words(String text) {
        return List.of(text.split(", "));
    }

    private static Region region(String where, boolean familyFirst, String given, String family, String address) {
        String[] about = where.split(" ");
        String[] parts = address.split("; ");
        return new Region(
                about[0],
                about[1],
                about[2],
                about[3],
                familyFirst,
                words(given),
                words(family),
                words(parts[0]),
                words(parts[1]));
    }

    private static final List<Region> LATIN = List.of(
            region(
                    "en-US US usd +1",
                    false,
                    "Anna, Olivia, Noah, Liam, Emma, James, Ava, Mason, Chloë, Zoë, Renée, Björk, Mateo, O’Neil",
                    "Smith, Johnson, Williams, Brown, Garcia, O’Brien, Martínez, Davis-Lee, Wilson, Nguyễn, Walker",
                    "Main St, Oak Ave, Maple Dr, Sunset Blvd, 5th Ave; New York|NY|10001, Austin|TX|78701,"
                            + " Portland|OR|97201, Chicago|IL|60601"),
            region(
                    "en-GB GB gbp +44",
                    false,
                    "Oliver, Amelia, George, Isla, Harry, Freya, Siân, Seán, Niamh, Annabel",
                    "Jones, Taylor, Davies, Evans, Thomas, Ó Súilleabháin, MacDonald, Hughes",
                    "High Street, Church Lane, Mill Road, King’s Parade; London||SW1A 1AA, Leeds||LS1 4AP,"
                            + " Cardiff||CF10 1EP"),
            region(
                    "de-DE DE eur +49",
                    false,
                    "Jürgen, Anna-Lena, Björn, Käthe, Lukas, Sophie, Jörg, Marie, Günther, Zoë",
                    "Müller, Weiß, Schröder, Groß, Schäfer, Köhler, Lange, Straßburger, Möller",
                    "Hauptstraße, Lindenallee, Große Gasse, Königsweg; Berlin|BE|10115, München|BY|80331,"
                            + " Köln|NW|50667"),
            region(
                    "fr-FR FR eur +33",
                    false,
                    "Élodie, François, Chloé, Anaïs, Jérôme, Zoé, Loïc, Maëlle, Noël, Hélène",
                    "Lefèvre, Dubois, Bélanger, Garçon, D’Amboise, Moreau, Château, Œuvrard",
                    "rue de la Paix, avenue Foch, place du Marché; Paris|IDF|75002, Lyon|ARA|69001, Nîmes|OCC|30000"),
            region(
                    "pl-PL PL pln +48",
                    false,
                    "Łukasz, Małgorzata, Zbigniew, Agnieszka, Święt, Paweł, Zofia",
                    "Wójcik, Kowalczyk, Dąbrowski, Żak, Ćwikła, Śliwiński",
                    "ul. Długa, ul. Świętojańska, pl. Wolności; Łódź|LD|90-001, Gdańsk|PM|80-001, Kraków|MA|30-001"),
            region(
                    "tr-TR TR eur +90",
                    false,
                    "İbrahim, Işıl, Çağla, Ömer, Şule, Gökhan, İnci",
                    "Yılmaz, Şahin, Öztürk, Çelik, Işık, Güneş",
                    "İstiklal Caddesi, Atatürk Bulvarı; İstanbul|34|34000, Ankara|06|06000, İzmir|35|35000"),
            region(
                    "pt-BR BR usd +55",
                    false,
                    "João, Conceição, Luís, Antônia, Thaís, Caetano",
                    "Gonçalves, Araújo, Conceição, Simões, Magalhães",
                    "Rua das Flores, Avenida Paulista; São Paulo|SP|01310-100, Florianópolis|SC|88010-000"),
            region(
                    "en-US VN usd +84",
                    true,
                    "Thị Hằng, Văn Đức, Quỳnh, Phượng, Ngọc Ánh, Thắng",
                    "Nguyễn, Trần, Phạm, Đặng, Huỳnh",
                    "đường Lê Lợi, phố Huế; Hà Nội||100000, Đà Nẵng||550000"));

    private static final List<Region> OTHER = List.of(
            region(
                    "ar-SA SA usd +966",
                    false,
                    "فاطمة/fatima, محمد/mohammed, ليلى/layla, يوسف/yusuf, نور/nour, عبد الله/abdullah",
                    "الحربي/alharbi, القحطاني/alqahtani, الشمري/alshammari, العتيبي/alotaibi",
                    "شارع الملك فهد, طريق العليا; الرياض||11564, جدة||21442"),
            region(
                    "he-IL IL usd +972",
                    false,
                    "נועה/noa, דוד/david, תמר/tamar, יעל/yael, אורי/uri",
                    "כהן/cohen, לוי/levi, מזרחי/mizrahi, בן־דוד/bendavid",
                    "רחוב הרצל, שדרות רוטשילד; תל אביב||6100000, ירושלים||9100000"),
            region(
                    "hi-IN IN inr +91",
                    false,
                    "प्रिया/priya, अर्जुन/arjun, काव्या/kavya, राहुल/rahul, अनन्या/ananya",
                    "शर्मा/sharma, वर्मा/verma, सिंह/singh, गुप्ता/gupta",
                    "महात्मा गांधी मार्ग, नेहरू नगर; मुंबई|MH|400001, दिल्ली|DL|110001"),
            region(
                    "th-TH TH thb +66",
                    false,
                    "สมชาย/somchai, มาลี/malee, ธนกร/thanakorn, อรทัย/orathai",
                    "ศรีสุวรรณ/srisuwan, แก้วมณี/kaewmanee, ใจดี/jaidee",
                    "ถนนสุขุมวิท, ถนนเจริญกรุง; กรุงเทพมหานคร||10110, เชียงใหม่||50000"),
            region(
                    "jp-JP JP jpy +81",
                    true,
                    "花子/hanako, 太郎/taro, さくら/sakura, 健一/kenichi, 美咲/misaki",
                    "田中/tanaka, 佐藤/sato, 山本/yamamoto, 渡邉/watanabe, 髙橋/takahashi",
                    "中央通り, 桜丘町, 三条通; 東京|13|100-0001, 大阪|27|530-0001"),
            region(
                    "zh-CN CN usd +86",
                    true,
                    "伟/wei, 芳/fang, 秀英/xiuying, 娜/na, 敏/min, 静怡/jingyi",
                    "王/wang, 李/li, 张/zhang, 刘/liu, 欧阳/ouyang",
                    "人民路, 中山大道; 北京||100000, 上海||200000"),
            region(
                    "ko-KR KR usd +82",
                    true,
                    "민준/minjun, 서연/seoyeon, 지우/jiwoo, 하은/haeun",
                    "김/kim, 이/lee, 박/park, 최/choi",
                    "강남대로, 세종대로; 서울||04524, 부산||48058"),
            region(
                    "ru-RU KZ eur +7",
                    false,
                    "Анна/anna, Дмитрий/dmitry, Наталья/natalya, Сергей/sergey, Ёлка/yolka",
                    "Иванова/ivanova, Кузнецов/kuznetsov, Соловьёв/solovyov, Щукин/shchukin",
                    "улица Ленина, Невский проспект; Москва||101000, Санкт-Петербург||190000"),
            region(
                    "el-GR GR eur +30",
                    false,
                    "Ελένη/eleni, Γιώργος/giorgos, Μαρία/maria, Ανδρέας/andreas",
                    "Παπαδόπουλος/papadopoulos, Νικολάου/nikolaou, Βλάχος/vlachos",
                    "Οδός Ερμού, Λεωφόρος Αθηνών; Αθήνα||10563, Θεσσαλονίκη||54624"));

    /** Three buyers in four write their names in Latin letters. */
    static Region any(Chance chance) {
        return chance.percent(75) ? chance.pick(LATIN) : chance.pick(OTHER);
    }
}
