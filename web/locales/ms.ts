import type { CompleteLocale } from "./locale.ts";

export const ms: CompleteLocale = {
  tag: "ms",
  direction: "ltr",
  about: {
    word: "kira-kira ",
    place: "number",
    words: {
      "dalam ": "",
      minit: "minit lagi",
      jam: "jam lagi",
      hari: "hari lagi",
      minggu: "minggu lagi",
      bulan: "bulan lagi",
      tahun: "tahun lagi",
      "lagi lalu": "lalu",
      "1½": "satu setengah",
      "2½": "dua setengah",
    },
  },
  strings: {
    title: "Sedang diselenggara",
    message:
      "Kami sedang menjalankan penyelenggaraan berjadual untuk menambah baik perkhidmatan kami. Kami akan kembali dalam talian tidak lama lagi.",
    expectedReturn: "Dijangka kembali",
    needHelp: "Perlukan bantuan?",
    thanks: "Terima kasih atas kesabaran anda.",
    overdue: "Proses ini mengambil masa lebih lama daripada jangkaan. Kami sedang menyelesaikannya.",
    backTitle: "Kami kembali dalam talian",
    opening: "Membuka halaman…",
    reload: "Muat semula halaman ini untuk melihat sama ada kami sudah kembali dalam talian.",
    leaveOpen:
      "Anda boleh membiarkan halaman ini terbuka. Halaman ini akan dimuat semula secara automatik apabila kami kembali dalam talian.",
    unreachable: "Sambungan tidak dapat dibuat pada masa ini. Halaman ini akan terus mencuba.",
    updated: "Dikemas kini {time}",
    updatedNow: "Baru sahaja dikemas kini",
    changed: "Dikemas kini:",
    noReturnKnown: "Belum diketahui bila kami akan kembali dalam talian.",
  },
  unsaved:
    "Kami tidak menerima apa yang anda hantar. Kembali kepada apa yang anda taip dan hantarkannya kemudian.",
  unsure:
    "Jika anda telah menghantar sesuatu, semak sama ada ia telah diterima sebelum anda menghantarnya semula.",
};
