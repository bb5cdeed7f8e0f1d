import type { CompleteLocale } from "./locale.ts";

export const tr: CompleteLocale = {
  tag: "tr",
  direction: "ltr",
  about: { word: "yaklaşık ", place: "number", words: { "1½": "bir buçuk", "2½": "iki buçuk" } },
  strings: {
    title: "Bakımdayız",
    message:
      "Hizmetlerimizi iyileştirmek için planlı bir bakım çalışması yapıyoruz. Kısa süre içinde yeniden hizmetinizde olacağız.",
    expectedReturn: "Tahmini dönüş zamanı",
    needHelp: "Yardıma mı ihtiyacınız var?",
    thanks: "Sabrınız için teşekkür ederiz.",
    overdue: "Bu işlem beklenenden uzun sürüyor. Üzerinde çalışıyoruz.",
    backTitle: "Geri döndük",
    opening: "Sayfa açılıyor…",
    reload: "Geri dönüp dönmediğimizi görmek için bu sayfayı yenileyin.",
    leaveOpen: "Bu sayfayı açık bırakabilirsiniz. Geri döndüğümüzde otomatik olarak yenilenecektir.",
    unreachable: "Şu anda bağlantı kurulamıyor. Bu sayfa bağlanmayı denemeye devam ediyor.",
    updated: "Güncellendi: {time}",
    updatedNow: "Az önce güncellendi",
    changed: "Güncellendi:",
    noReturnKnown: "Dönüş zamanı bilinmiyor.",
  },
  unsaved: "Gönderdikleriniz bize ulaşmadı. Yazdıklarınıza geri dönün ve bunları daha sonra gönderin.",
  unsure: "Bir şey gönderdiyseniz yeniden göndermeden önce ulaşıp ulaşmadığını kontrol edin.",
};
