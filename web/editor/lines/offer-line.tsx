import { Button, PlainButton } from "../controls/button.tsx";
import { TextToCopy } from "../controls/field.tsx";
import type { Offer } from "../kept.ts";
import { texts } from "../texts.ts";
import { age } from "../time.ts";

const said = texts.drafts;

interface Props {
  offer: Offer;
  onRestore: () => void;
  onForget: () => void;
}

/** An unfinished draft to continue with or, if it cannot be read, its text to copy. */
export function OfferLine({ offer, onRestore, onForget }: Props) {
  const isReadable = "draft" in offer;
  return (
    <div className="line offer">
      <p>{isReadable ? said.offer(age(offer.at, Date.now())) : said.unreadable}</p>
      {isReadable && <Button onClick={onRestore}>{said.goOn}</Button>}
      <PlainButton onClick={onForget}>{said.forget}</PlainButton>
      {!isReadable && <TextToCopy label={said.itsText} text={offer.text} />}
    </div>
  );
}
