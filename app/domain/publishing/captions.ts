// Captions of videos are WebVTT (https://www.w3.org/TR/webvtt1/). Only what a browser shows as words comes: no styles, no regions, and no
// tags but those of WebVTT.

/** Captions have so many characters at most; two hours of speech have some 150,000. */
const maxCaptionsLength = 500_000;

const clock = '(?:(\\d{2,4}):)?([0-5]\\d):([0-5]\\d)\\.(\\d{3})';
const timing = new RegExp(`^${clock}[ \\t]+-->[ \\t]+${clock}(?:[ \\t][^<>]{0,200})?$`);
const tag =
  /<(?:\/?(?:c|i|b|u|ruby|rt|v|lang)(?:\.[\w-]{1,40})*(?:[ \t][^<>\n]{0,100})?|(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3})>/g;

const milliseconds = ([hours = '0', minutes = '0', seconds = '0', rest = '0']: readonly (
  | string
  | undefined
)[]) => ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(rest);

/** Captions as they are stored: line ends of one kind, and no mark of byte order. */
export const plainCaptions = (text: string): string =>
  `${text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()}\n`;

/**
 * Why captions cannot come, in words for whoever sent them; null for those that can. `text` is as `plainCaptions` gives it.
 */
export function captionsProblem(text: string): string | null {
  if (text.length > maxCaptionsLength)
    return `They have more than ${maxCaptionsLength.toLocaleString('en-US')} characters.`;
  const lines = text.split('\n');
  if (!/^WEBVTT(?:[ \t][^<>]{0,200})?$/.test(lines[0] ?? ''))
    return /^\d+\n\d{2}:\d{2}:\d{2},\d{3} -->/.test(text)
      ? 'These are SRT captions. Save them as WebVTT (.vtt) in the program that made them.'
      : 'They are no WebVTT captions: the first line must be WEBVTT.';
  if ((lines[1] ?? '').trim() !== '') return 'Line 2: leave a blank line below WEBVTT.';
  let cues = 0;
  for (let at = 1; at < lines.length; at += 1) {
    if ((lines[at] ?? '').trim() === '') continue;
    const start = at;
    while (at < lines.length && (lines[at] ?? '').trim() !== '') at += 1;
    const problem = blockProblem(lines.slice(start, at), start + 1);
    if (typeof problem === 'string') return problem;
    cues += problem ? 1 : 0;
  }
  return cues > 0 ? null : 'There is no caption in them.';
}

/** What is wrong with a block of lines, which begins at the line `number`; or else whether it is a caption. */
function blockProblem(block: readonly string[], number: number): string | boolean {
  const [first = ''] = block;
  if (/^NOTE(?:[ \t]|$)/.test(first)) return false;
  if (/^(?:STYLE|REGION)[ \t]*$/.test(first))
    return `Line ${number}: styles and regions cannot come. Delete this block.`;
  const at = first.includes('-->') ? 0 : 1;
  const times = timing.exec((block[at] ?? '').trimEnd());
  if (!times) return `Line ${number + at}: a time such as 00:01.000 --> 00:04.000 is expected here.`;
  if (milliseconds(times.slice(1, 5)) >= milliseconds(times.slice(5, 9)))
    return `Line ${number + at}: this caption ends before it begins.`;
  for (const [index, line] of block.slice(at + 1).entries()) {
    if (line.includes('-->'))
      return `Line ${number + at + 1 + index}: a blank line is missing above this time.`;
    if (/[<>]/.test(line.replace(tag, '')))
      return `Line ${number + at + 1 + index}: captions hold words, and no HTML.`;
  }
  return true;
}
