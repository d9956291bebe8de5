/** A text in which one passage is marked as with a highlighter. */
export function Marked({ text, passage }: { text: string; passage: string }) {
  const [before = '', after = ''] = text.split(passage);
  return (
    <>
      {before}
      <span className="marker">{passage}</span>
      {after}
    </>
  );
}
