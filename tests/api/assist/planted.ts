import type { LanguageTag } from "../../../schema/languages/tags.ts";
import type { Texts } from "../../../schema/words/written-texts.ts";

/** What finds a planted error: a check, or the refusal of the whole reply. */
export type Finder = "numbers" | "times" | "names" | "script" | "unchanged" | "refused";

/** One error, put into a right translation by replacing what the translation has. */
export type Plant = [error: string, find: string, replacement: string, finder: Finder];

export interface Row {
  from: string | undefined;
  given: Texts;
  to: LanguageTag;
  /** The right translation, as a model replies it: with tokens in place of addresses. */
  right: Texts;
  plants: Plant[];
}

const move = {
  title: "We are moving our servers",
  message:
    "Our app is away and will be back on Wednesday, 25 November, at 9 pm (UTC). Your orders are safe. News: https://status.example.com/move",
};
const pay = {
  title: "Payments are paused",
  message:
    "Card payments return at 14:30. All 1,200 open orders are kept, and nothing is charged twice. Write to help@example.com if you need us.",
};
const soon = {
  title: "Back in 2 hours",
  message: "We are updating our database and need about 2 hours. Nothing that you saved is lost.",
  expectedReturn: "Sunday at 18:00",
};
const umzug = {
  title: "Wir ziehen um",
  message:
    "Am Dienstag, dem 1. Dezember, ziehen wir um 21.30 Uhr in ein neues Rechenzentrum. Das dauert etwa 3 Stunden. Mehr steht unter www.beispiel.de/umzug.",
};
const siyana = {
  title: "صيانة مجدولة",
  message: "سنعود يوم الخميس الساعة ٩:٣٠ مساءً. طلباتكم الـ ٤٥٠ محفوظة. راسلونا على support@example.com.",
};

type Written = [title: string, message: string, expectedReturn?: string];

const rowOf =
  (from: string | undefined, given: Texts) =>
  (to: LanguageTag, [title, message, expectedReturn]: Written, ...plants: Plant[]): Row => ({
    from,
    given,
    to,
    right: { title, message, ...(expectedReturn === undefined ? {} : { expectedReturn }) },
    plants,
  });

const moved = rowOf("en", move);
const paid = rowOf("en-GB", pay);
const back = rowOf(undefined, soon);
const ausDeutsch = rowOf("de", umzug);
const minArabi = rowOf("ar", siyana);

/** Translations that are right, each with errors that were planted in it. */
export const rows: Row[] = [
  moved(
    "de",
    [
      "Wir ziehen mit unseren Servern um",
      "Unsere App ist am Mittwoch, dem 25. November, um 21 Uhr (UTC) wieder da. Ihre Bestellungen sind sicher. Neues: ⟦1⟧",
    ],
    ["another hour", "21 Uhr", "22 Uhr", "times"],
    ["morning for evening", "21 Uhr", "9 Uhr", "times"],
    ["a lost address", " Neues: ⟦1⟧", "", "refused"],
    ["an address that was not given", "⟦1⟧", "⟦1⟧ oder https://twitter.com/example", "refused"],
  ),
  moved(
    "fr",
    [
      "Nous déplaçons nos serveurs",
      "Notre application sera de retour le mercredi 25 novembre à 21 h (UTC). Vos commandes sont en sécurité. Nouvelles : ⟦1⟧",
    ],
    ["another weekday", "mercredi", "mardi", "names"],
    ["another hour", "21 h", "20 h", "times"],
    ["a sentence left in English", "Vos commandes sont en sécurité.", "Your orders are safe.", "unchanged"],
  ),
  moved(
    "es",
    [
      "Estamos trasladando nuestros servidores",
      "Nuestra aplicación volverá el miércoles 25 de noviembre a las 9 de la noche (UTC). Sus pedidos están a salvo. Novedades: ⟦1⟧",
    ],
    ["morning for evening", "9 de la noche", "9 de la mañana", "times"],
    ["another month", "noviembre", "diciembre", "names"],
  ),
  moved(
    "it",
    [
      "Stiamo spostando i nostri server",
      "La nostra app tornerà mercoledì 25 novembre alle 21 (UTC). I tuoi ordini sono al sicuro. Novità: ⟦1⟧",
    ],
    ["another hour", "alle 21", "alle 20", "times"],
    ["a longer address", "⟦1⟧", "⟦1⟧/login", "refused"],
  ),
  moved(
    "pt-BR",
    [
      "Estamos mudando nossos servidores",
      "Nosso aplicativo volta na quarta-feira, 25 de novembro, às 21h (UTC). Seus pedidos estão seguros. Novidades: ⟦1⟧",
    ],
    ["another weekday", "quarta-feira", "quinta-feira", "names"],
    ["another day of the month", "25", "26", "numbers"],
  ),
  moved(
    "pt-PT",
    [
      "Estamos a mudar os nossos servidores",
      "A nossa aplicação estará de volta na quarta-feira, 25 de novembro, às 21:00 (UTC). As suas encomendas estão seguras. Novidades: ⟦1⟧",
    ],
    ["minutes that were not given", "21:00", "21:30", "times"],
  ),
  moved(
    "nl",
    [
      "We verhuizen onze servers",
      "Onze app is op woensdag 25 november om 21.00 uur (UTC) terug. Uw bestellingen zijn veilig. Nieuws: ⟦1⟧",
    ],
    ["another zone", "(UTC)", "(CET)", "times"],
    ["another hour", "21.00", "22.00", "times"],
  ),
  moved(
    "da",
    [
      "Vi flytter vores servere",
      "Vores app er tilbage onsdag den 25. november kl. 21 (UTC). Dine ordrer er i sikkerhed. Nyt: ⟦1⟧",
    ],
    ["another hour", "kl. 21", "kl. 23", "times"],
    ["another month", "november", "december", "names"],
  ),
  moved(
    "sv",
    [
      "Vi flyttar våra servrar",
      "Vår app är tillbaka onsdagen den 25 november kl. 21.00 (UTC). Dina beställningar är säkra. Nyheter: ⟦1⟧",
    ],
    ["another weekday", "onsdagen", "torsdagen", "names"],
  ),
  moved(
    "nb",
    [
      "Vi flytter serverne våre",
      "Appen vår er tilbake onsdag 25. november kl. 21.00 (UTC). Bestillingene dine er trygge. Nytt: ⟦1⟧",
    ],
    ["a lost zone", " (UTC)", "", "times"],
  ),
  moved(
    "fi",
    [
      "Siirrämme palvelimiamme",
      "Sovelluksemme palaa keskiviikkona 25. marraskuuta klo 21 (UTC). Tilauksesi ovat turvassa. Uutiset: ⟦1⟧",
    ],
    ["another month", "marraskuuta", "joulukuuta", "names"],
    ["another hour", "klo 21", "klo 12", "times"],
  ),
  moved(
    "pl",
    [
      "Przenosimy nasze serwery",
      "Nasza aplikacja wróci w środę, 25 listopada, o 21:00 (UTC). Twoje zamówienia są bezpieczne. Aktualności: ⟦1⟧",
    ],
    ["another weekday", "środę", "sobotę", "names"],
    ["a token that was not given", "⟦1⟧", "⟦1⟧ ⟦2⟧", "refused"],
  ),
  moved(
    "cs",
    [
      "Stěhujeme naše servery",
      "Naše aplikace bude zpět ve středu 25. listopadu v 21:00 (UTC). Vaše objednávky jsou v bezpečí. Novinky: ⟦1⟧",
    ],
    ["another weekday", "středu", "sobotu", "names"],
  ),
  moved(
    "hu",
    [
      "Költöztetjük a szervereinket",
      "Alkalmazásunk november 25-én, szerdán 21 órakor (UTC) tér vissza. A rendelései biztonságban vannak. Hírek: ⟦1⟧",
    ],
    ["another hour", "21 órakor", "20 órakor", "times"],
    ["another day of the month", "25-én", "15-én", "numbers"],
  ),
  moved(
    "tr",
    [
      "Sunucularımızı taşıyoruz",
      "Uygulamamız 25 Kasım Çarşamba günü saat 21.00'de (UTC) geri dönecek. Siparişleriniz güvende. Haberler: ⟦1⟧",
    ],
    ["another month", "Kasım", "Ekim", "names"],
    ["another hour", "21.00", "19.00", "times"],
  ),
  moved(
    "ru",
    [
      "Мы переносим наши серверы",
      "Наше приложение вернётся в среду, 25 ноября, в 21:00 (UTC). Ваши заказы в безопасности. Новости: ⟦1⟧",
    ],
    ["another weekday", "среду", "пятницу", "names"],
    [
      "a phrase left in English",
      "Ваши заказы в безопасности",
      "All of your orders are safe with us",
      "script",
    ],
  ),
  moved(
    "uk",
    [
      "Ми переносимо наші сервери",
      "Наш застосунок повернеться в середу, 25 листопада, о 21:00 (UTC). Ваші замовлення в безпеці. Новини: ⟦1⟧",
    ],
    ["another month", "листопада", "жовтня", "names"],
  ),
  moved(
    "el",
    [
      "Μεταφέρουμε τους διακομιστές μας",
      "Η εφαρμογή μας θα επιστρέψει την Τετάρτη 25 Νοεμβρίου στις 9 μ.μ. (UTC). Οι παραγγελίες σας είναι ασφαλείς. Νέα: ⟦1⟧",
    ],
    ["morning for evening", "μ.μ.", "π.μ.", "times"],
    ["another weekday", "Τετάρτη", "Πέμπτη", "names"],
  ),
  moved(
    "he",
    [
      "אנחנו מעבירים את השרתים שלנו",
      "האפליקציה שלנו תחזור ביום רביעי, 25 בנובמבר, בשעה 21:00 (UTC). ההזמנות שלכם בטוחות. חדשות: ⟦1⟧",
    ],
    ["another weekday", "רביעי", "חמישי", "names"],
    ["another hour", "21:00", "12:00", "times"],
  ),
  moved(
    "ar",
    ["ننقل خوادمنا", "سيعود تطبيقنا يوم الأربعاء ٢٥ نوفمبر الساعة ٩ مساءً (UTC). طلباتكم آمنة. الأخبار: ⟦١⟧"],
    ["another hour in Arabic digits", "٩ مساءً", "٨ مساءً", "times"],
    ["morning for evening", "مساءً", "صباحًا", "times"],
    ["another day in Arabic digits", "٢٥", "٢٤", "numbers"],
  ),
  moved(
    "fa",
    [
      "سرورهای خود را جابه‌جا می‌کنیم",
      "برنامهٔ ما چهارشنبه ۲۵ نوامبر ساعت ۲۱:۰۰ (UTC) برمی‌گردد. سفارش‌های شما امن است. اخبار: ⟦1⟧",
    ],
    ["another hour in Persian digits", "۲۱:۰۰", "۲۲:۰۰", "times"],
    ["another day in Persian digits", "۲۵", "۲۳", "numbers"],
    ["another weekday", "چهارشنبه", "پنجشنبه", "names"],
  ),
  moved(
    "hi",
    [
      "हम अपने सर्वर स्थानांतरित कर रहे हैं",
      "हमारा ऐप बुधवार, 25 नवंबर को रात 9 बजे (UTC) वापस आएगा। आपके ऑर्डर सुरक्षित हैं। समाचार: ⟦1⟧",
    ],
    ["morning for evening", "रात 9 बजे", "सुबह 9 बजे", "times"],
    ["another weekday", "बुधवार", "शुक्रवार", "names"],
  ),
  moved(
    "ja",
    [
      "サーバーを移転しています",
      "アプリは11月25日水曜日の午後9時（UTC）に再開します。ご注文は安全に保管されています。最新情報：⟦1⟧",
    ],
    ["another hour", "午後9時", "午後8時", "times"],
    ["morning for evening", "午後9時", "午前9時", "times"],
    ["another month", "11月", "12月", "names"],
    ["another weekday", "水曜日", "木曜日", "names"],
  ),
  moved(
    "ko",
    [
      "서버를 이전하고 있습니다",
      "앱은 11월 25일 수요일 오후 9시(UTC)에 다시 열립니다. 주문은 안전합니다. 소식: ⟦1⟧",
    ],
    ["another hour", "오후 9시", "오후 10시", "times"],
    ["a lost address", " 소식: ⟦1⟧", "", "refused"],
  ),
  moved(
    "zh-Hans",
    ["我们正在迁移服务器", "我们的应用将于11月25日星期三晚上9点（UTC）恢复。您的订单很安全。最新消息：⟦1⟧"],
    ["another hour", "晚上9点", "晚上8点", "times"],
    [
      "the other writing",
      "我们的应用将于11月25日星期三晚上9点（UTC）恢复。您的订单很安全。最新消息",
      "我們的應用將於11月25日星期三晚上9點（UTC）恢復。您的訂單很安全。最新消息",
      "script",
    ],
  ),
  moved(
    "zh-Hant",
    [
      "我們正在遷移伺服器",
      "我們的應用程式將於11月25日星期三晚上9點（UTC）恢復。您的訂單很安全。最新消息：⟦1⟧",
    ],
    ["another weekday", "星期三", "星期二", "names"],
  ),
  moved(
    "vi",
    [
      "Chúng tôi đang chuyển máy chủ",
      "Ứng dụng của chúng tôi sẽ trở lại vào Thứ Tư, ngày 25 tháng 11, lúc 9 giờ tối (UTC). Đơn hàng của bạn vẫn an toàn. Tin tức: ⟦1⟧",
    ],
    ["morning for evening", "9 giờ tối", "9 giờ sáng", "times"],
    ["another month", "tháng 11", "tháng 12", "names"],
  ),
  moved(
    "th",
    [
      "เรากำลังย้ายเซิร์ฟเวอร์",
      "แอปของเราจะกลับมาในวันพุธที่ 25 พฤศจิกายน เวลา 21.00 น. (UTC) คำสั่งซื้อของคุณปลอดภัย ข่าวสาร: ⟦1⟧",
    ],
    ["another hour", "21.00", "20.00", "times"],
    ["another weekday", "วันพุธ", "วันพฤหัสบดี", "names"],
  ),
  moved(
    "id",
    [
      "Kami sedang memindahkan server",
      "Aplikasi kami akan kembali pada Rabu, 25 November, pukul 21.00 (UTC). Pesanan Anda aman. Kabar: ⟦1⟧",
    ],
    ["another weekday", "Rabu", "Kamis", "names"],
  ),
  paid(
    "de",
    [
      "Zahlungen sind unterbrochen",
      "Kartenzahlungen sind ab 14:30 Uhr wieder möglich. Alle 1.200 offenen Bestellungen bleiben erhalten, und nichts wird doppelt berechnet. Schreiben Sie an ⟦1⟧, wenn Sie uns brauchen.",
    ],
    ["a number ten times as high", "1.200", "12.000", "numbers"],
    ["a time that was not given", "wieder möglich", "bis 18 Uhr wieder möglich", "times"],
    ["an address in other words", "⟦1⟧", "⟦1⟧ oder support@example.org", "refused"],
  ),
  paid(
    "ca",
    [
      "Els pagaments estan aturats",
      "Els pagaments amb targeta tornaran a les 14:30. Les 1.200 comandes obertes es conserven, i res no es cobra dues vegades. Escriviu a ⟦1⟧ si ens necessiteu.",
    ],
    ["another number", "1.200", "1.300", "numbers"],
  ),
  paid(
    "ro",
    [
      "Plățile sunt suspendate",
      "Plățile cu cardul revin la ora 14:30. Toate cele 1.200 de comenzi deschise sunt păstrate și nimic nu este taxat de două ori. Scrieți la ⟦1⟧ dacă aveți nevoie de noi.",
    ],
    ["another time", "14:30", "15:30", "times"],
  ),
  paid(
    "bg",
    [
      "Плащанията са спрени",
      "Плащанията с карта ще са възможни отново в 14:30. Всички 1200 отворени поръчки са запазени и нищо не се таксува два пъти. Пишете на ⟦1⟧, ако имате нужда от нас.",
    ],
    ["a lost number", "1200 ", "", "numbers"],
    ["the token twice", "⟦1⟧", "⟦1⟧ (⟦1⟧)", "refused"],
  ),
  paid(
    "sr",
    [
      "Плаћања су паузирана",
      "Плаћање картицом се враћа у 14:30. Свих 1.200 отворених поруџбина је сачувано и ништа се не наплаћује двапут. Пишите на ⟦1⟧ ако смо вам потребни.",
    ],
    [
      "the other script",
      "Плаћање картицом се враћа у 14:30. Свих 1.200 отворених поруџбина је сачувано и ништа се не наплаћује двапут. Пишите на ⟦1⟧ ако смо вам потребни",
      "Plaćanje karticom se vraća u 14:30. Svih 1.200 otvorenih porudžbina je sačuvano i ništa se ne naplaćuje dvaput. Pišite na ⟦1⟧ ako smo vam potrebni",
      "script",
    ],
  ),
  paid(
    "hr",
    [
      "Plaćanja su pauzirana",
      "Kartična plaćanja vraćaju se u 14:30. Svih 1200 otvorenih narudžbi je sačuvano i ništa se ne naplaćuje dvaput. Pišite na ⟦1⟧ ako nas trebate.",
    ],
    ["another time", "14:30", "14:00", "times"],
  ),
  paid(
    "sl",
    [
      "Plačila so začasno ustavljena",
      "Kartična plačila bodo spet mogoča ob 14.30. Vseh 1200 odprtih naročil je ohranjenih in nič se ne zaračuna dvakrat. Pišite na ⟦1⟧, če nas potrebujete.",
    ],
    ["another time", "14.30", "15.30", "times"],
  ),
  paid(
    "sk",
    [
      "Platby sú pozastavené",
      "Platby kartou sa vrátia o 14:30. Všetkých 1 200 otvorených objednávok je zachovaných a nič sa neúčtuje dvakrát. Ak nás potrebujete, píšte na ⟦1⟧.",
    ],
    ["another number", "1 200", "1 100", "numbers"],
  ),
  paid(
    "et",
    [
      "Maksed on peatatud",
      "Kaardimaksed taastuvad kell 14.30. Kõik 1200 avatud tellimust on alles ja midagi ei võeta kaks korda. Kirjutage ⟦1⟧, kui meid vajate.",
    ],
    ["another time", "14.30", "16.30", "times"],
  ),
  paid(
    "lv",
    [
      "Maksājumi ir apturēti",
      "Karšu maksājumi atsāksies plkst. 14.30. Visi 1200 atvērtie pasūtījumi ir saglabāti, un nekas netiks iekasēts divreiz. Rakstiet uz ⟦1⟧, ja mēs esam vajadzīgi.",
    ],
    ["another number", "1200", "120", "numbers"],
  ),
  paid(
    "lt",
    [
      "Mokėjimai sustabdyti",
      "Mokėjimai kortele grįš 14:30 val. Visi 1200 atvirų užsakymų išsaugoti, ir niekas nebus nuskaičiuota du kartus. Rašykite ⟦1⟧, jei mūsų reikia.",
    ],
    ["half a day later", "14:30", "02:30", "times"],
  ),
  paid(
    "bn",
    [
      "পেমেন্ট বন্ধ আছে",
      "কার্ড পেমেন্ট দুপুর ২:৩০টায় ফিরে আসবে। সব ১,২০০টি খোলা অর্ডার রাখা আছে, এবং কিছুই দুবার কাটা হবে না। আমাদের প্রয়োজন হলে ⟦1⟧ ঠিকানায় লিখুন।",
    ],
    ["another number in Bengali digits", "১,২০০", "১,২৫০", "numbers"],
    ["night for noon", "দুপুর ২:৩০টায়", "রাত ২:৩০টায়", "times"],
  ),
  paid(
    "mr",
    [
      "पेमेंट थांबवले आहे",
      "कार्ड पेमेंट १४:३० वाजता परत येईल. सर्व १,२०० खुल्या ऑर्डर सुरक्षित आहेत आणि काहीही दोनदा आकारले जाणार नाही. गरज असल्यास ⟦1⟧ वर लिहा.",
    ],
    ["another time in Devanagari digits", "१४:३०", "१५:३०", "times"],
  ),
  paid(
    "gu",
    [
      "ચુકવણીઓ અટકાવી છે",
      "કાર્ડ ચુકવણીઓ બપોરે 2:30 વાગ્યે પાછી આવશે. બધા 1,200 ખુલ્લા ઓર્ડર સચવાયેલા છે અને કંઈપણ બે વાર વસૂલાશે નહીં. જરૂર હોય તો ⟦1⟧ પર લખો.",
    ],
    ["another time", "2:30", "3:30", "times"],
  ),
  paid(
    "ta",
    [
      "கட்டணங்கள் நிறுத்தப்பட்டுள்ளன",
      "அட்டைக் கட்டணங்கள் 14:30 மணிக்குத் திரும்பும். அனைத்து 1,200 திறந்த ஆர்டர்களும் பாதுகாக்கப்பட்டுள்ளன, எதுவும் இரண்டு முறை வசூலிக்கப்படாது. தேவைப்பட்டால் ⟦1⟧ என்ற முகவரிக்கு எழுதவும்.",
    ],
    ["a lost number", "1,200 ", "", "numbers"],
  ),
  paid(
    "te",
    [
      "చెల్లింపులు నిలిపివేయబడ్డాయి",
      "కార్డ్ చెల్లింపులు 14:30 గంటలకు తిరిగి వస్తాయి. మొత్తం 1,200 ఓపెన్ ఆర్డర్లు భద్రంగా ఉన్నాయి, ఏదీ రెండుసార్లు వసూలు చేయబడదు. అవసరమైతే ⟦1⟧ కు రాయండి.",
    ],
    ["another time", "14:30", "4:30", "times"],
  ),
  paid(
    "kn",
    [
      "ಪಾವತಿಗಳನ್ನು ನಿಲ್ಲಿಸಲಾಗಿದೆ",
      "ಕಾರ್ಡ್ ಪಾವತಿಗಳು 14:30 ಗಂಟೆಗೆ ಮರಳುತ್ತವೆ. ಎಲ್ಲಾ 1,200 ತೆರೆದ ಆರ್ಡರ್‌ಗಳು ಸುರಕ್ಷಿತವಾಗಿವೆ, ಯಾವುದನ್ನೂ ಎರಡು ಬಾರಿ ವಿಧಿಸಲಾಗುವುದಿಲ್ಲ. ಅಗತ್ಯವಿದ್ದರೆ ⟦1⟧ ಗೆ ಬರೆಯಿರಿ.",
    ],
    ["another number", "1,200", "200", "numbers"],
  ),
  paid(
    "ml",
    [
      "പേയ്‌മെന്റുകൾ നിർത്തിവച്ചിരിക്കുന്നു",
      "കാർഡ് പേയ്‌മെന്റുകൾ 14:30-ന് തിരികെ വരും. എല്ലാ 1,200 തുറന്ന ഓർഡറുകളും സൂക്ഷിച്ചിട്ടുണ്ട്, ഒന്നും രണ്ടുതവണ ഈടാക്കില്ല. ആവശ്യമെങ്കിൽ ⟦1⟧ എന്നതിലേക്ക് എഴുതുക.",
    ],
    [
      "another language",
      "കാർഡ് പേയ്‌മെന്റുകൾ 14:30-ന് തിരികെ വരും. എല്ലാ 1,200 തുറന്ന ഓർഡറുകളും സൂക്ഷിച്ചിട്ടുണ്ട്, ഒന്നും രണ്ടുതവണ ഈടാക്കില്ല. ആവശ്യമെങ്കിൽ ⟦1⟧ എന്നതിലേക്ക് എഴുതുക",
      "அட்டைக் கட்டணங்கள் 14:30 மணிக்குத் திரும்பும். அனைத்து 1,200 ஆர்டர்களும் பாதுகாக்கப்பட்டுள்ளன. தேவைப்பட்டால் ⟦1⟧ என்ற முகவரிக்கு எழுதவும்",
      "script",
    ],
  ),
  paid(
    "ur",
    [
      "ادائیگیاں روک دی گئی ہیں",
      "کارڈ کی ادائیگیاں دوپہر 2:30 بجے بحال ہوں گی۔ تمام 1,200 کھلے آرڈر محفوظ ہیں اور کچھ بھی دو بار وصول نہیں کیا جائے گا۔ ضرورت ہو تو ⟦1⟧ پر لکھیں۔",
    ],
    ["night for noon", "دوپہر 2:30 بجے", "رات 2:30 بجے", "times"],
  ),
  paid(
    "am",
    [
      "ክፍያዎች ቆመዋል",
      "የካርድ ክፍያዎች በ14:30 ይመለሳሉ። ሁሉም 1,200 ክፍት ትዕዛዞች ተጠብቀዋል፣ ምንም ነገር ሁለት ጊዜ አይከፈልም። ካስፈለግን ወደ ⟦1⟧ ይጻፉ።",
    ],
    ["a lost address", "ወደ ⟦1⟧ ", "", "refused"],
    ["another time", "14:30", "13:30", "times"],
  ),
  paid(
    "sw",
    [
      "Malipo yamesitishwa",
      "Malipo ya kadi yatarudi saa 14:30. Maagizo yote 1,200 yaliyo wazi yamehifadhiwa, na hakuna kitakachotozwa mara mbili. Andika kwa ⟦1⟧ ukituhitaji.",
    ],
    ["another number", "1,200", "1,020", "numbers"],
  ),
  paid(
    "ms",
    [
      "Pembayaran dijeda",
      "Pembayaran kad kembali pada pukul 2.30 petang. Semua 1,200 pesanan terbuka disimpan, dan tiada apa-apa dicaj dua kali. Tulis kepada ⟦1⟧ jika anda memerlukan kami.",
    ],
    ["morning for afternoon", "petang", "pagi", "times"],
  ),
  paid(
    "fil",
    [
      "Naka-pause ang mga bayad",
      "Babalik ang mga bayad sa card sa 2:30 PM. Nakatago ang lahat ng 1,200 bukas na order, at walang sisingilin nang dalawang beses. Sumulat sa ⟦1⟧ kung kailangan ninyo kami.",
    ],
    ["morning for afternoon", "2:30 PM", "2:30 AM", "times"],
  ),
  paid(
    "ja",
    [
      "お支払いを停止しています",
      "カード払いは14時30分に再開します。未処理の1,200件のご注文はすべて保存されており、二重に請求されることはありません。ご用の際は⟦1⟧までご連絡ください。",
    ],
    ["another number, in wide digits", "1,200件", "１,３００件", "numbers"],
    ["text left in English", "お支払いを停止しています", "Payments are paused", "unchanged"],
  ),
  back(
    "de",
    [
      "In 2 Stunden wieder da",
      "Wir aktualisieren unsere Datenbank und brauchen etwa 2 Stunden. Nichts von dem, was Sie gespeichert haben, geht verloren.",
      "Sonntag um 18 Uhr",
    ],
    ["another duration", "etwa 2 Stunden", "etwa 3 Stunden", "numbers"],
    ["another weekday", "Sonntag", "Samstag", "names"],
    ["a duration that became a time", "etwa 2 Stunden", "bis 2:00", "times"],
  ),
  back(
    "fr",
    [
      "De retour dans 2 heures",
      "Nous mettons à jour notre base de données et avons besoin d’environ 2 heures. Rien de ce que vous avez enregistré n’est perdu.",
      "Dimanche à 18 h",
    ],
    ["another duration", "environ 2 heures", "environ 12 heures", "numbers"],
    ["another hour", "18 h", "8 h", "times"],
  ),
  back(
    "ru",
    [
      "Вернёмся через 2 часа",
      "Мы обновляем базу данных, это займёт около 2 часов. Всё, что вы сохранили, останется.",
      "В воскресенье в 18:00",
    ],
    ["another weekday", "воскресенье", "субботу", "names"],
    ["another duration", "около 2 часов", "около 4 часов", "numbers"],
  ),
  back(
    "fa",
    [
      "۲ ساعت دیگر برمی‌گردیم",
      "پایگاه دادهٔ خود را به‌روز می‌کنیم و حدود ۲ ساعت زمان می‌خواهیم. چیزی از آنچه ذخیره کرده‌اید از بین نمی‌رود.",
      "یکشنبه ساعت ۱۸:۰۰",
    ],
    ["another duration in Persian digits", "حدود ۲ ساعت", "حدود ۳ ساعت", "numbers"],
    ["another hour in Persian digits", "۱۸:۰۰", "۱۷:۰۰", "times"],
  ),
  back(
    "zh-Hans",
    ["2小时后恢复", "我们正在更新数据库，大约需要2小时。您保存的内容都不会丢失。", "星期日18:00"],
    ["another duration", "大约需要2小时", "大约需要20小时", "numbers"],
    [
      "a text left in English",
      "我们正在更新数据库，大约需要2小时。您保存的内容都不会丢失。",
      "We are updating our database and need about 2 hours. Nothing that you saved is lost.",
      "unchanged",
    ],
  ),
  back(
    "tr",
    [
      "2 saat sonra buradayız",
      "Veritabanımızı güncelliyoruz ve yaklaşık 2 saate ihtiyacımız var. Kaydettiğiniz hiçbir şey kaybolmaz.",
      "Pazar günü saat 18.00",
    ],
    ["another weekday", "Pazar günü", "Pazartesi günü", "names"],
  ),
  ausDeutsch(
    "en",
    [
      "We are moving",
      "On Tuesday, 1 December, we are moving to a new data centre at 9:30 pm. It takes about 3 hours. There is more at ⟦1⟧.",
    ],
    ["morning for evening", "9:30 pm", "9:30 am", "times"],
    ["a shorter duration", "3 hours", "30 minutes", "numbers"],
    ["another address", "⟦1⟧", "www.example.de/umzug", "refused"],
  ),
  ausDeutsch(
    "nl",
    [
      "We gaan verhuizen",
      "Op dinsdag 1 december verhuizen we om 21.30 uur naar een nieuw datacenter. Dat duurt ongeveer 3 uur. Meer staat op ⟦1⟧.",
    ],
    ["another weekday", "dinsdag", "donderdag", "names"],
    ["text left in German", "Dat duurt ongeveer 3 uur.", "Das dauert etwa 3 Stunden.", "unchanged"],
  ),
  ausDeutsch(
    "pl",
    [
      "Przeprowadzamy się",
      "We wtorek, 1 grudnia, o 21:30 przenosimy się do nowego centrum danych. Potrwa to około 3 godzin. Więcej na ⟦1⟧.",
    ],
    ["another time", "21:30", "21:20", "times"],
  ),
  ausDeutsch(
    "it",
    [
      "Ci trasferiamo",
      "Martedì 1 dicembre alle 21:30 ci trasferiamo in un nuovo centro dati. Ci vorranno circa 3 ore. Maggiori informazioni su ⟦1⟧.",
    ],
    ["another month", "dicembre", "novembre", "names"],
  ),
  minArabi(
    "en",
    [
      "Scheduled maintenance",
      "We will be back on Thursday at 9:30 pm. Your 450 orders are kept. Write to us at ⟦1⟧.",
    ],
    ["another number", "450", "540", "numbers"],
    ["another time", "9:30 pm", "9:00 pm", "times"],
  ),
  minArabi(
    "fr",
    [
      "Maintenance programmée",
      "Nous serons de retour jeudi à 21 h 30. Vos 450 commandes sont conservées. Écrivez-nous à ⟦1⟧.",
    ],
    ["another time", "21 h 30", "21 h 15", "times"],
    ["another weekday", "jeudi", "vendredi", "names"],
  ),
  minArabi(
    "ur",
    [
      "طے شدہ دیکھ بھال",
      "ہم جمعرات کو رات ۹:۳۰ بجے واپس آئیں گے۔ آپ کے ۴۵۰ آرڈر محفوظ ہیں۔ ہمیں ⟦۱⟧ پر لکھیں۔",
    ],
    ["another number in digits of Urdu", "۴۵۰", "۴۶۰", "numbers"],
  ),
];
