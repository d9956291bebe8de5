/** An email address that breaks after its @ where it must, and inside a part only where that part alone is too long for its line. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <span className="wrap-break-word">
      {address.slice(0, at)}
      {at > 0 ? <wbr /> : null}
      {address.slice(at)}
    </span>
  );
}
