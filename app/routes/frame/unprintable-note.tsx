/** Stands beside the button of a PDF: which characters of the names in it no font of ours has (P178). */
export function UnprintableNote({ characters }: { characters: readonly string[] }) {
  if (characters.length === 0) return null;
  const shown = characters.slice(0, 10);
  return (
    <p className="no-print max-w-prose text-sm text-muted">
      The PDF can&rsquo;t show{' '}
      {shown.map((character, index) => (
        <bdi key={character}>
          {index > 0 ? ' ' : ''}
          {character}
        </bdi>
      ))}
      {characters.length > shown.length ? ' and more' : ''}: it has a box (&#9633;) in{' '}
      {characters.length === 1 ? 'its place' : 'their place'}. This page shows every character, and you can
      print it.
    </p>
  );
}
