import { encode } from 'uqr';

/** A QR code as it is drawn: the outline of its dark parts, in a square of `size` units with the quiet margin that readers need. */
interface QrCode {
  size: number;
  path: string;
}

/** Draws a text as a QR code. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const runs = data.flatMap((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...dark.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    );
  });
  return { size, path: runs.join('') };
}
