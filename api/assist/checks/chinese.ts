import type { LanguageTag } from "../../../schema/languages/tags.ts";

/**
 * Characters that notices have, each simplified and then traditional. None is here that the other writing also has, such
 * as 后 and 里.
 */
const pairs =
  "们們这這时時间間务務维維护護统統网網点點发發现現将將预預计計复復请請问問题題联聯络絡电電邮郵谢謝进進关關闭閉开開会會为為无無访訪页頁应應该該数數据據库庫级級员員业業订訂单單账賬户戶认認证證说說语語设設备備连連线線过過还還个個从從对對让讓给給与與东東车車长長门門见見觉覺经經结結继繼续續约約总總错錯误誤转轉动動报報处處旧舊钟鐘运運营營择擇选選资資讯訊调調试試询詢详詳顾顧显顯项項须須顺順验驗体體优優众眾仅僅传傳储儲刚剛创創则則删刪区區协協压壓双雙变變听聽启啟响響图圖坏壞块塊声聲够夠头頭实實审審宽寬导導尽盡层層属屬岁歲帮幫带帶庆慶录錄径徑态態执執扩擴扫掃担擔拥擁损損换換术術条條来來标標样樣检檢欢歡气氣汇匯没沒测測满滿灾災烦煩热熱状狀独獨环環监監确確离離种種积積称稱稳穩笔筆简簡类類红紅纪紀纸紙组組细細终終绍紹绿綠缓緩编編缩縮罗羅职職脑腦节節获獲虑慮虽雖补補装裝观觀规規视視览覽讨討议議记記许許论論诉訴译譯话話读讀谁誰负負责責败敗货貨质質购購费費贴貼软軟载載较較输輸达達迁遷迟遲适適逻邏释釋针針钮鈕链鏈销銷锁鎖键鍵镜鏡闻聞阶階际際随隨难難静靜飞飛驱驅";

const characters = [...pairs];
const simplified = new Set(characters.filter((_character, index) => index % 2 === 0));
const traditional = new Set(characters.filter((_character, index) => index % 2 === 1));

/** Whether a text in one writing of Chinese is in the other, as the end of a sentence; undefined for other languages. */
export function chineseFault(text: string, language: LanguageTag): string | undefined {
  if (language !== "zh-Hans" && language !== "zh-Hant") return undefined;
  const count = (set: Set<string>): number => [...text].filter((character) => set.has(character)).length;
  const [hans, hant] = [count(simplified), count(traditional)];
  if (language === "zh-Hans" && hant > hans) return "is in traditional characters, not in simplified ones";
  if (language === "zh-Hant" && hans > hant) return "is in simplified characters, not in traditional ones";
  return undefined;
}
