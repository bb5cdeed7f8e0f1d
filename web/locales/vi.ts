import type { CompleteLocale } from "./locale.ts";

export const vi: CompleteLocale = {
  tag: "vi",
  direction: "ltr",
  dateAndClock: { pattern: "{clock} {timeZoneName}, {date}" },
  about: {
    word: "khoảng ",
    place: "number",
    words: { "Ngày mai": "ngày mai", "Hôm qua": "hôm qua", "½ giờ": " tiếng rưỡi" },
  },
  strings: {
    title: "Đang bảo trì",
    message:
      "Chúng tôi đang tiến hành bảo trì theo kế hoạch để cải thiện dịch vụ. Chúng tôi sẽ sớm hoạt động trở lại.",
    expectedReturn: "Dự kiến hoạt động trở lại",
    needHelp: "Quý vị cần trợ giúp?",
    thanks: "Xin cảm ơn quý vị đã kiên nhẫn chờ đợi.",
    overdue: "Việc bảo trì mất nhiều thời gian hơn dự kiến. Chúng tôi đang khẩn trương xử lý.",
    backTitle: "Chúng tôi đã hoạt động trở lại",
    opening: "Đang mở trang…",
    reload: "Vui lòng tải lại trang này để xem chúng tôi đã hoạt động trở lại hay chưa.",
    leaveOpen: "Quý vị có thể để trang này mở. Trang sẽ tự động tải lại khi chúng tôi hoạt động trở lại.",
    unreachable: "Hiện không thể kết nối với dịch vụ. Trang này vẫn tiếp tục thử lại.",
    updated: "Cập nhật: {time}",
    updatedNow: "Cập nhật: vừa xong",
    changed: "Cập nhật:",
    noReturnKnown: "Chưa biết thời gian hoạt động trở lại.",
  },
  unsaved: "Chúng tôi không nhận được nội dung quý vị đã gửi. Vui lòng quay lại nội dung đã nhập và gửi sau.",
  unsure:
    "Nếu quý vị đã gửi nội dung nào, vui lòng kiểm tra xem nội dung đó đã đến nơi chưa trước khi gửi lại.",
};
