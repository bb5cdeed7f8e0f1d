/**
 * A link that opens the visitor's mail app; every character with a meaning in a URL is encoded.
 * @see https://www.rfc-editor.org/rfc/rfc6068
 */
export function ContactLink({ email, isChanged }: { email: string; isChanged: true | undefined }) {
  return (
    <a
      href={`mailto:${email.split("@").map(encodeURIComponent).join("@")}`}
      dir="ltr"
      data-changed={isChanged}
    >
      {email}
    </a>
  );
}
