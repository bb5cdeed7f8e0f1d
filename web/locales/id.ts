import type { CompleteLocale } from "./locale.ts";

export const id: CompleteLocale = {
  tag: "id",
  direction: "ltr",
  about: {
    word: "sekitar ",
    place: "number",
    words: {
      "dalam ": "",
      menit: "menit lagi",
      jam: "jam lagi",
      hari: "hari lagi",
      minggu: "minggu lagi",
      bulan: "bulan lagi",
      tahun: "tahun lagi",
      "lagi yang": "yang",
      "1½": "satu setengah",
      "2½": "dua setengah",
    },
  },
  strings: {
    title: "Sedang dalam pemeliharaan",
    message:
      "Kami sedang melakukan pemeliharaan terjadwal untuk meningkatkan layanan kami. Layanan akan segera tersedia kembali.",
    expectedReturn: "Diperkirakan tersedia kembali",
    needHelp: "Butuh bantuan?",
    thanks: "Terima kasih atas kesabaran Anda.",
    overdue: "Proses ini memerlukan waktu lebih lama dari perkiraan. Kami sedang menanganinya.",
    backTitle: "Layanan sudah tersedia kembali",
    opening: "Membuka halaman…",
    reload: "Muat ulang halaman ini untuk melihat apakah layanan sudah tersedia kembali.",
    leaveOpen:
      "Anda dapat membiarkan halaman ini terbuka. Halaman akan dimuat ulang secara otomatis saat layanan tersedia kembali.",
    unreachable: "Saat ini tidak dapat terhubung ke layanan kami. Halaman ini terus mencoba.",
    updated: "Diperbarui {time}",
    updatedNow: "Baru saja diperbarui",
    changed: "Diperbarui:",
    noReturnKnown: "Belum diketahui kapan layanan akan tersedia kembali.",
  },
  unsaved: "Kiriman Anda tidak sampai kepada kami. Kembalilah ke isian Anda, lalu kirimkan nanti.",
  unsure: "Jika Anda mengirim sesuatu, periksa apakah kiriman itu sudah sampai sebelum mengirimkannya lagi.",
};
