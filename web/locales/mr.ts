import type { Locale } from "./locale.ts";

export const mr: Locale = {
  tag: "mr",
  direction: "ltr",
  digits: "deva",
  dateAndClock: { pattern: "{date} रोजी {clock} ({timeZoneName})", words: { "[GMT]": "GMT" } },
  about: { word: "सुमारे ", place: "number" },
  strings: {
    title: "देखभाल-दुरुस्तीचे काम सुरू आहे",
    message:
      "आमच्या सेवा अधिक चांगल्या करण्यासाठी आम्ही सध्या नियोजित देखभाल-दुरुस्तीचे काम करत आहोत. आमची सेवा लवकरच पुन्हा सुरू होईल.",
    expectedReturn: "पुन्हा सुरू होण्याची अपेक्षित वेळ",
    needHelp: "मदत हवी आहे का?",
    thanks: "आपल्या संयमाबद्दल धन्यवाद.",
    overdue: "अपेक्षेपेक्षा जास्त वेळ लागत आहे. आमचे काम सुरू आहे.",
    backTitle: "सेवा पुन्हा सुरू झाली आहे",
    opening: "पृष्ठ उघडत आहे…",
    reload: "सेवा पुन्हा सुरू झाली आहे का, हे पाहण्यासाठी हे पृष्ठ पुन्हा लोड करा.",
    leaveOpen: "आपण हे पृष्ठ उघडे ठेवू शकता. सेवा पुन्हा सुरू होताच ते आपोआप पुन्हा लोड होईल.",
    unreachable: "सध्या कनेक्ट करता येत नाही. हे पृष्ठ सतत प्रयत्न करत आहे.",
    updated: "{time} अपडेट केले",
    changed: "अपडेट:",
    noReturnKnown: "पुन्हा सुरू होण्याची वेळ अद्याप माहीत नाही.",
  },
};
