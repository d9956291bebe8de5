// What is sent into a site by tests/fuzz/health.ts, by each door that reads what strangers, members and editors have written.
import sharp from 'sharp';
import type { Random } from '#tests/fuzz/random.ts';
import { hostileMails } from '#tests/unit/hostile-mails.ts';
import { hostileMarkdown } from '#tests/unit/hostile-markdown.ts';

/** What a mail is cut and put together from. */
const scraps = [
  ...['<', '>', '"', "'", '&', '=', '--', '--b\r\n', '\r', '\n', '\r\n\r\n', '\0', '\x1b$B', '> ', '-- \n'],
  ...['<style>', '<!--', '-->', '<blockquote>', '</div>', '<table>', 'Content-Type: text/html\r\n', 'base64'],
  ...['On 25/11/2026 18:26, Academy <reply@mail.example> wrote:\n', 'From: a\nSent: b\nTo: c\nSubject: d\n'],
];

/** Bytes with pieces repeated, moved, cut out, put in and overwritten. */
function mutated(sent: Buffer, { int, pick, oneIn }: Random): Buffer {
  let bytes = sent.subarray(0, 200_000 + int(4_000_000));
  for (let count = 1 + int(6); count > 0; count -= 1) {
    const at = int(bytes.length);
    const piece = oneIn(2) ? Buffer.from(pick(scraps)) : bytes.subarray(at, at + int(2_000));
    const repeated = Buffer.concat(
      Array.from({ length: oneIn(3) ? 1 + int(20_000) : 1 }, () => piece),
    ).subarray(0, 2_000_000);
    const to = oneIn(4) ? 0 : int(bytes.length);
    bytes = Buffer.concat([bytes.subarray(0, to), repeated, bytes.subarray(oneIn(3) ? to + int(500) : to)]);
  }
  return bytes;
}

/** One thing sent by a door; the status of the answer. */
export type Door = () => Promise<number>;

interface DoorsOf {
  url: string;
  random: Random;
  mailSecret: string;
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

function mailDoor({ url, random, mailSecret }: DoorsOf, makeMail: () => Promise<Buffer>): Door {
  return async () =>
    statusOf(
      fetch(`${url}/webhooks/mail`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${mailSecret}` },
        body: new Uint8Array(
          Buffer.concat([
            Buffer.from(`Message-ID: <${random.int(1e9)}@x.example>\r\n`),
            await makeMail(),
          ]).subarray(0, 24_000_000),
        ),
      }),
    );
}

/** Pictures that cost much to draw, say that they are huge, or are broken; and what is none. */
async function pictures(): Promise<Buffer[]> {
  const large = sharp({ create: { width: 4_900, height: 4_900, channels: 3, background: 'teal' } });
  const noise = sharp({
    create: {
      ...{ width: 1_500, height: 1_500, channels: 3, background: 'teal' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const huge = await sharp({ create: { width: 30, height: 30, channels: 4, background: 'red' } })
    .png()
    .toBuffer();
  // The head of a PNG file has its width and height.
  const lying = Buffer.from(huge);
  lying.writeUInt32BE(60_000, 16);
  lying.writeUInt32BE(60_000, 20);
  return [
    await large.clone().png().toBuffer(),
    await large.clone().jpeg().toBuffer(),
    await noise.clone().png().toBuffer(),
    await noise.clone().webp().toBuffer(),
    lying,
    Buffer.from(`%PDF-1.7\n${'1 0 obj<<>>endobj\n'.repeat(50_000)}`),
    Buffer.from('GIF89a'.padEnd(400_000, ',\0')),
  ];
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email, password, redirectTo: '/dashboard' }),
  });
  if (answer.status !== 303) throw new Error(`${email} cannot sign in: status ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ');
}

const send = (url: string, cookie: string, fields: Record<string, string>) =>
  statusOf(
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams(fields),
    }),
  );

/** Texts in YAML that open what a parser looks for the end of, and some that say very much. */
const hostileYaml = (length: number): string[] => [
  ...['[', '[a,', '{', '{a: ', '- ', '? ', '- ? ', '&a ', '"', "'", 'a: b\n', '- a\n', 'a: |\n x\n'].map(
    (unit) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
  ),
  Array.from({ length: length / 12 }, (_, index) => `key${index}: b`).join('\n'),
  Array.from({ length: 9 }, (_, index) => `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`).join(
    '\n',
  ),
];

/** The doors of a demo: mails, files in mails, previews of members' Markdown, and previews of editors' Markdown and YAML. */
export async function doorsOf(at: DoorsOf): Promise<Record<string, Door>> {
  const { url, random } = at;
  const files = await pictures();
  const members = await Promise.all(
    ['affiliate', 'reseller', 'member'].map((name) => signIn(url, `${name}@example.com`, `${name}-demo-47`)),
  );
  const editor = await signIn(url, 'admin@example.com', 'admin-demo-47');
  const markdown = hostileMarkdown(4_900).map(([, text]) => text);
  // What a form carries is longer than what was typed: signs take three bytes each.
  const lengths = [8_000, 15_000, 29_000];
  const pieces = lengths.flatMap((length) => hostileMarkdown(length).map(([, text]) => text));
  const yaml = lengths.flatMap(hostileYaml);
  const preview = (file: string, fields: Record<string, string>) =>
    send(`${url}/admin/content/preview?file=${encodeURIComponent(file)}`, editor, fields);
  return {
    mails: mailDoor(at, async () => {
      const mail = random.pick(hostileMails)[1]();
      return random.oneIn(4) ? mail : mutated(mail, random);
    }),
    // Each from somebody else: a sender's files are read so many times a day.
    files: mailDoor(at, async () => {
      const file = random.pick(files);
      const bytes = random.oneIn(2) ? file : mutated(file, random).subarray(0, 4_900_000);
      return Buffer.from(
        `From: a${random.int(1e9)}@x.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png; name="a.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n--b--\r\n`,
      );
    }),
    'members’ Markdown': () => {
      const body = `${random.pick(markdown).slice(random.int(20))}\n${random.int(1e9)}`;
      return send(`${url}/community/new`, random.pick(members), { intent: 'preview', body });
    },
    'editors’ Markdown': () =>
      preview('guides/adwords-quality.md', {
        body: `${random.pick(pieces).slice(random.int(20))}\n${random.int(1e9)}`,
      }),
    YAML: () =>
      preview('site/community.yaml', {
        body: `${random.pick(yaml).slice(random.int(20))}\n# ${random.int(1e9)}`,
      }),
  };
}
