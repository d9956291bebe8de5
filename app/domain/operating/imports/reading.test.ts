import { describe, expect, it } from 'vitest';
import { guessMapping, mappingProblem, recognizeSource } from '#app/domain/operating/imports/fields.ts';
import { inspectFile } from '#app/domain/operating/imports/inspecting.ts';
import type { FileEncoding, ReadRow } from '#app/domain/operating/imports/isolated-tasks.ts';
import { readRows } from '#app/domain/operating/imports/reading.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

async function inspect(bytes: Uint8Array<ArrayBuffer>, encoding: FileEncoding = 'utf-8') {
  const head = bytes.slice(0, 100_000);
  const inspected = await inspectFile({ bytes: head, isWhole: head.length === bytes.length, encoding });
  if (inspected.problem !== null) throw new Error(inspected.problem);
  return inspected;
}

/** Reads a whole file in parts of so many bytes, as the job does. */
async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  { encoding = 'utf-8' as FileEncoding, part = 1_000_000 } = {},
): Promise<ReadRow[]> {
  const { format, delimiter, columns, start } = await inspect(bytes, encoding);
  const mapping = guessMapping(columns);
  const rows: ReadRow[] = [];
  let lastNumber = start > 0 ? 1 : 0;
  for (let at = start; at < bytes.length; ) {
    const window = bytes.slice(at, at + part);
    const isLast = at + part >= bytes.length;
    const read = await readRows({
      bytes: window,
      isLast,
      lastNumber,
      format,
      delimiter,
      encoding,
      columns,
      mapping,
      brandName: 'Example Academy',
    });
    if (read.problem) throw new Error(read.problem);
    rows.push(...read.rows);
    ({ lastNumber } = read);
    if (isLast) break;
    at += read.consumed;
  }
  return rows;
}

const bcrypt = '$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';

it('reads courses of JSON lines as a list, an array or a text that holds one', async () => {
  const courses = [
    { course: 'seo', modules: [1, 2], percent: 0 },
    { course: 'ads', modules: [], percent: 50, certificateAt: '2024-05-31T00:00:00.000Z' },
  ];
  const file = [
    { modules: ['seo/1', 'seo/2'], progress: ['ads 50%'], certificates: ['ads 2024-05-31'] },
    { modules: '[ "seo/1", "seo module 2" ]', progress: '["ads: 50"]', certificates: '["ads 2024-05-31"]' },
    { modules: 'seo/1, seo/2', progress: 'ads 50%', certificates: 'ads 2024-05-31' },
  ].map(({ modules, progress, certificates }, index) => ({
    ...{ email: `person-${index}@example.com`, completed_modules: modules },
    ...{ course_progress: progress, certificates },
  }));
  const rows = await readFile(bytesOf(file.map((row) => JSON.stringify(row)).join('\n')));
  expect(rows.map(({ notes, data }) => [notes, data.courses])).toEqual(file.map(() => [[], courses]));
});

describe('a file as spreadsheets write it', () => {
  const people = [
    ['Email', 'First name', 'Last name', 'Joined'],
    ['Ada@Example.com', 'Ada', 'Lovelace', '2024-03-05'],
    ['zoe@example.com', 'Zoë', 'Müller', '5.3.2024'],
  ];
  const expected = [
    {
      number: 2,
      email: 'ada@example.com',
      data: { name: 'Ada Lovelace', createdAt: '2024-03-05T00:00:00.000Z' },
    },
    {
      number: 3,
      email: 'zoe@example.com',
      data: { name: 'Zoë Müller', createdAt: '2024-03-05T00:00:00.000Z' },
    },
  ];

  it.each([
    [',', '\r\n'],
    [';', '\n'],
    ['\t', '\r\n'],
    [',', '\r'],
  ])('is read with %j between cells and %j between rows, however it is cut', async (delimiter, end) => {
    const text = people.map((cells) => cells.join(delimiter)).join(end);
    for (const file of [text, `${text}${end}`, `\uFEFF${text}`])
      for (const part of [60, 75, 1_000])
        expect(await readFile(bytesOf(file), { part })).toMatchObject(expected);
  });

  it('is read in windows-1252', async () => {
    const text = 'email,name\nzoe@example.com,Zo\xeb M\xfcller \x80\x96\n';
    const [row] = await readFile(bytesOf(text, 'latin1'), { encoding: 'windows-1252' });
    expect(row?.data.name).toBe('Zoë Müller €–');
  });

  it('keeps line breaks, quotes and commas of quoted cells, and counts rows as a spreadsheet does', async () => {
    const text = 'email,note\nada@example.com,"a ""b"",\nc"\n\n  ,\nbob@example.com,5" pipe\n';
    const rows = await readFile(bytesOf(text), { part: 45 });
    expect(rows.map(({ number, email, data }) => [number, email, data.note])).toEqual([
      [2, 'ada@example.com', 'a "b",\nc'],
      [5, 'bob@example.com', '5" pipe'],
    ]);
  });

  it('needs no header where the first row is a person', async () => {
    const inspected = await inspect(bytesOf('ada@example.com,Ada\nbob@example.com,Bob\n'));
    expect(inspected).toMatchObject({ columns: ['Column 1', 'Column 2'], start: 0 });
    expect(inspected.sample).toHaveLength(2);
  });

  it('tells columns apart that have one name or none', async () => {
    const { columns } = await inspect(bytesOf('email,name,name,\na@example.com,x,y,z\n'));
    expect(columns).toEqual(['email', 'name', 'name 3', 'Column 4']);
  });

  it('cuts a long name of a column between characters: no database takes the half of one', async () => {
    const { columns } = await inspect(bytesOf(`email,${'x'.repeat(99)}🎉 day\na@example.com,1\n`));
    expect(columns).toEqual(['email', 'x'.repeat(99)]);
  });

  it('shows no passwords among the first rows', async () => {
    const { sample } = await inspect(bytesOf(`email,password,other\na@example.com,my-secret,${bcrypt}\n`));
    expect(sample).toEqual([['a@example.com', 'my-s…', '$2b$…']]);
  });
});

describe('JSON lines', () => {
  it('may name a column as something that every object has', async () => {
    const lines = '{"email":"a@example.com","constructor":"Acme"}\n{"email":"b@example.com"}\n';
    expect((await inspect(bytesOf(lines))).sample).toEqual([
      ['a@example.com', 'Acme'],
      ['b@example.com', ''],
    ]);
  });

  it('are read by the names of all their first lines, however they are cut', async () => {
    const text = [
      { email: 'ada@example.com', name: 'Ada', created_at: 1709596800 },
      { email: 'bob@example.com', name: null, tags: ['x', 'y'] },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    for (const part of [80, 1_000])
      expect(await readFile(bytesOf(`${text}\nnot json\n\n`), { part })).toMatchObject([
        { number: 1, data: { name: 'Ada', createdAt: '2024-03-05T00:00:00.000Z' } },
        { number: 2, data: { tags: ['x', 'y'] } },
        { number: 3, problem: 'This line is not a JSON object' },
        { number: 4, problem: 'This line is not a JSON object' },
      ]);
  });
});

describe('a file that cannot be imported', () => {
  it.each([
    ['a ZIP or Excel file', Buffer.from('504b030414', 'hex'), 'Excel or ZIP'],
    ['an old Excel file', Buffer.from('d0cf11e0a1b1', 'hex'), 'Excel file'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'a picture'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'a PDF'],
    ['compressed', Buffer.from('1f8b08', 'hex'), 'compressed'],
    ['binary', Buffer.from('a,b\0c'), 'not a text file'],
    ['empty', Buffer.from('  \n'), 'empty'],
    ['of one column', Buffer.from('names\nAda\nBob\n'), 'one column only'],
    ['of 10,000 columns', Buffer.from(`${'a,'.repeat(9_999)}a\n`), '10,000 columns'],
    [
      'with an unclosed quote',
      Buffer.from('email,name\na@example.com,"Ada\nb@example.com,Bob\n'),
      'never closed',
    ],
    ['with one in its first row', Buffer.from('email,"name\na@example.com,Ada\n'), 'never closed'],
    ['JSON in one piece', Buffer.from('{\n"email": 1}\n'), 'first line'],
  ])('says why in plain words: %s', async (_, file, words) => {
    const inspected = await inspectFile({ bytes: new Uint8Array(file), isWhole: true, encoding: 'utf-8' });
    expect(inspected.problem).toContain(words);
  });

  it('may be a list of addresses alone, where it says so', async () => {
    expect(await readFile(bytesOf('email\nada@example.com\n'))).toMatchObject([{ email: 'ada@example.com' }]);
  });

  it('may have a quote that is never closed far below: a row of a megabyte is none', async () => {
    const bytes = bytesOf(`email,name\nada@example.com,Ada\nbob@example.com,"${'x'.repeat(1_200_000)}`);
    await expect(readFile(bytes, { part: 600_000 })).rejects.toThrow('Row 3 is longer than any row can be');
  });
});

describe('a row', () => {
  const read = async (header: string, cells: string) => (await readFile(bytesOf(`${header}\n${cells}\n`)))[0];

  it.each([
    ['email,name', 'ada example,Ada', 'This is not an email address'],
    ['email,name', ',Ada', 'There is no email address'],
    ['email,name', 'zoë@example.com,Zoe', 'Please use an address with only the letters A to Z before the @'],
    ['email,name', 'a@example.com,Ada,more', 'This row has 3 cells, and the first row has 2'],
    ['email,name', 'a@example.com,=HYPERLINK(1)', 'A cell holds a formula. Save its result instead'],
    [
      'email,encrypted_password',
      'a@example.com,$2b$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
      'Checking this password hash would take more than a second',
    ],
  ])('is rejected with a reason: %s %s', async (header, cells, problem) => {
    expect(await read(header, cells)).toMatchObject({ problem });
  });

  it.each([
    ['email,name', 'a@example.com,www.spam.example', 'The name can’t be used here, so it is left out'],
    ['email,password', 'a@example.com,plain', 'The password is not a hash we can check, so it is left out'],
    ['email,created_at', 'a@example.com,soon', 'The date they joined can’t be read, so it is left out'],
    ['email,role', 'a@example.com,admin', 'Admins are made at the command line, so the role is left out'],
    [
      'email,commission_rate',
      'a@example.com,120',
      'The commission rate is not a whole percentage, so it is left out',
    ],
    [
      'email,commission_rate',
      '"a@example.com","12,5"',
      'The commission rate is left out: "12,5" is not clear. With a point for decimals, write 12.5.',
    ],
    [
      'email,commission_rate',
      'a@example.com,0x10',
      'The commission rate is left out: "0x10" can\'t be read as a number. Write it in digits, such as 1200 or 2.5.',
    ],
    [
      'email,paypal_email',
      'a@example.com,none',
      'The PayPal address is not an email address, so it is left out',
    ],
  ])('is taken without what cannot be: %s %s', async (header, cells, note) => {
    const row = await read(header, cells);
    expect(row).toMatchObject({ problem: null, notes: [note], passwordHash: null });
    expect(row?.data).not.toHaveProperty('role');
  });

  it('folds the case and the Unicode of addresses', async () => {
    for (const email of [
      'ADA@EXAMPLE.COM',
      'ａｄａ@example.com',
      ' ada@Example.com ',
      'mailto:ada@example.com',
    ])
      expect((await read('email,name', `${email},Ada`))?.email).toBe('ada@example.com');
    expect((await read('email,name', 'ada@bücher.example,Ada'))?.email).toBe('ada@xn--bcher-kva.example');
  });

  it('reads what an export of Supabase says of somebody', async () => {
    const header =
      'id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,role,status,commission_rate,paypal_email,contact_email';
    const cells = `1,a@example.com,${bcrypt},2024-03-05 10:00:00+00,"{""first_name"":""Ada"",""last_name"":""L""}",affiliate,inactive,60,pay@example.com,c@example.com`;
    expect(recognizeSource(header.split(','))).toBe('Supabase');
    expect(await read(header, cells)).toMatchObject({
      problem: null,
      notes: [],
      passwordHash: bcrypt,
      data: {
        name: 'Ada L',
        verifiedAt: '2024-03-05T10:00:00.000Z',
        role: 'affiliate',
        commissionRate: 60,
        isInactive: true,
        paypalEmail: 'pay@example.com',
        contactEmail: 'c@example.com',
      },
    });
  });

  it.each([
    ['45356.5', '2024-03-05T12:00:00.000Z'],
    ['3/5/2024', '2024-03-05T00:00:00.000Z'],
    ['3/5/24 2:30 PM', '2024-03-05T14:30:00.000Z'],
    ['15/3/2024', '2024-03-15T00:00:00.000Z'],
    ['2024-03-05T10:00:00+02:00', '2024-03-05T08:00:00.000Z'],
    ['2024-03-05 10:00:00.123456 UTC', '2024-03-05T10:00:00.123Z'],
    ['March 5, 2024', '2024-03-05T00:00:00.000Z'],
    ['1709596800000', '2024-03-05T00:00:00.000Z'],
    ['2024-02-30', undefined],
    ['1899-01-01', undefined],
  ])('reads the date %s', async (date, expected) => {
    expect((await read('email,created_at', `a@example.com,"${date}"`))?.data.createdAt).toBe(expected);
  });
});

describe('the columns of an export', () => {
  it.each([
    ['Supabase', 'id,email,raw_user_meta_data,created_at'],
    [
      'Ghost',
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,labels',
    ],
    ['Teachable', 'id,fullname,email,created_at,sign_in_count'],
    ['Kajabi', 'Name,Email,External User ID,Created At'],
    ['Memberful', 'Full Name,Email,Plan,Stripe Customer ID,Created At'],
    ['Plain list', 'E_Mail,Vorname,Nachname'],
    ['', 'mail,something'],
    ['', 'a,b'],
  ])('name their system: %s', (source, columns) => {
    expect(recognizeSource(columns.split(','))).toBe(source);
  });

  it('can be read with an address, and each field once', () => {
    expect(mappingProblem(['email', 'name', null])).toBeNull();
    expect(mappingProblem(['name', null])).toContain('email address');
    expect(mappingProblem(['email', 'name', 'name'])).toContain('“Name”');
  });
});
