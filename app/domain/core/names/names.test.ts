import { describe, expect, it } from 'vitest';
import { cleanName } from '#app/domain/core/names/clean-name.ts';
import { nameProblem } from '#app/domain/core/names/name-problem.ts';

const site = 'Marketing Academy';
const problemOf = (name: string, kind: 'person' | 'company' | 'job' = 'person') =>
  nameProblem(cleanName(name), kind, site);

describe('a name is cleaned', () => {
  const unseen: [string, string][] = [
    ['\n', ' '],
    ['\r\n', ' '],
    ['\t', ' '],
    ['\0', ' '],
    ['\u0085', ' '],
    ['\u2028', ' '],
    ['\u00A0', ' '],
    ['\u3000', ' '],
    ...[
      0x7, 0x1b, 0x7f, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d,
      0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2063, 0x2066, 0x2067, 0x2068, 0x2069,
      0x206a, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffc, 0xfffd, 0xe000, 0x1d159, 0xe0001,
      0xe0041, 0xe0100, 0xf0000,
    ].map((code): [string, string] => [String.fromCodePoint(code), '']),
  ];

  it.each(unseen)('of %j', (character, instead) => {
    expect(cleanName(`Ada${character}Lovelace`)).toBe(`Ada${instead}Lovelace`);
    expect(cleanName(`${character}Ada${character}`)).toBe('Ada');
    expect(cleanName(character.repeat(3))).toBe('');
  });

  it('keeps what is spelled with a joiner or a selector', () => {
    for (const name of ['می‌خواهم', 'ക്‍ഷ', 'क्‍ष', 'শ্‌র', '👩‍💻', '❤️', '葛\u{E0100}城'])
      expect(cleanName(name)).toBe(name.normalize('NFC'));
  });

  it('has single spaces and composed letters', () => {
    expect(cleanName('  Zoe\u0308   de  la Cruz ')).toBe('Zoë de la Cruz');
  });
});

describe('a real name is taken', () => {
  it.each([
    'X',
    'Ng',
    '李',
    '李小龙',
    '山田 太郎',
    'Nguyễn Thị Minh Khai',
    'O’Brien',
    "O'Brien",
    'O`Neill',
    'María-José',
    'Jean-Luc',
    'Müller',
    'St. John',
    'St.John',
    'J.R.R. Tolkien',
    'J.R.R.Tolkien',
    "D'Angelo Jr.",
    'Dr.Smith',
    'Ph.D. Watson',
    'Anna Ph.D.',
    'Wm.Shakespeare',
    'Ma.Teresa',
    'Md.Rahman',
    'Martin Luther King Jr.',
    'محمد علي',
    'דוד בן־גוריון',
    'สมชาย ใจดี',
    'अमिताभ बच्चन',
    'Владимир',
    'Αλέξανδρος',
    'Հայկ',
    'გიორგი',
    '김민수',
    'Louis XIV',
    'Louis XIV 14',
    'Jennifer 8. Lee',
    'Ada 🌻',
    '🌻',
    'Ke$ha',
    'İpek Işık',
    'Łukasz',
    'Þór',
    'Sørensen',
    'a/l Raju',
    'Anne-Marie d’Arc',
    'Joe Root',
    'Ann Staff',
    'Adminah Petrov',
    'Teamer',
    'Demo Member',
    'Björn Ångström',
    'Marketa Academia',
    'Mark Eting',
    'ʻAkamu',
    '山田Ada',
    'Kim민수',
    'ᏣᎳᎩ',
    'ꓡꓲꓢꓴ',
    'محمد Ali',
    'Strauß',
    'Groß',
    'Zoë',
    'Maria da Conceição dos Santos e Silva',
  ])('%s', (name) => {
    expect(cleanName(name)).toBe(name.normalize('NFC'));
    expect(problemOf(name)).toBeNull();
  });

  it.each([
    'Müller GmbH',
    'Müller GmbH & Co.KG',
    'Booking.com',
    '1234567 Ontario Inc.',
    'A&O',
    '37signals',
    'Support Heroes Ltd',
  ])('of a company: %s', (name) => expect(problemOf(name, 'company')).toBeNull());

  it.each(['Member', 'Support Manager', 'Administrator', 'C++ developer', 'Owner / founder'])(
    'of a job: %s',
    (name) => expect(problemOf(name, 'job')).toBeNull(),
  );
});

describe('a link, an address or a phone number is no name', () => {
  const links = [
    'https://evil.example',
    'http:evil',
    'hxxp://evil',
    'x://y',
    'www.evil',
    'WWW .evil',
    'evil.example/x',
    'evil.example:8080',
    'evil.com/x',
    'e.co/x',
    'a@evil.example',
    'a@b',
    'mailto:a',
    'Pay at https://evil.example/pay',
    'ht\u200btps://evil.example',
    'https：／／evil.example',
    '1.2.3.4',
    'evil.example?x=1',
  ];
  it.each(links)('%s, of whatever kind', (name) => {
    for (const kind of ['person', 'company', 'job'] as const)
      expect(problemOf(name, kind)).toContain('links');
  });

  it.each([
    'evil.com',
    'Visit evil.example now',
    'evil。com',
    'evil．com',
    'evil․com',
    'Evil.Com',
    'Scam.Zone',
    'xn--80ak6aa92e.com',
    'пример.рф',
  ])('%s, of a person', (name) => expect(problemOf(name)).toContain('links'));

  it.each(['Call +1 555', '+49 30 1', 'Ring 555-0100-199', 'Call ５５５０１００１', 'Ana 0301234567'])(
    '%s',
    (name) => {
      expect(problemOf(name)).toContain('phone');
    },
  );

  it.each(['-', '...', '!!!', '’'])('nor is %s, which cannot be read', (name) => {
    expect(problemOf(name)).toContain('letters');
  });

  it('nor what is buried under accents', () => {
    expect(problemOf(`A${'\u0301\u0302\u0303'.repeat(4)}`)).toContain('accents');
  });
});

describe("the site's own names are nobody's", () => {
  it.each([
    'Marketing Academy',
    'Marketing Academy Support',
    'MARKETING  ACADEMY',
    'MarketingAcademy',
    'Marketing-Academy Team',
    'Márketing Acádemy',
    'Marketíng Αcademy',
    'М\u0430rketing',
    'Marketlng Academy',
    'Market1ng Acaderny',
    '𝐌𝐚𝐫𝐤𝐞𝐭𝐢𝐧𝐠 𝐀𝐜𝐚𝐝𝐞𝐦𝐲',
    'Ｍａｒｋｅｔｉｎｇ Academy',
    'M a r k e t i n g Academy',
    'Support',
    'support',
    'Suppоrt',
    'SUPPORT',
    'S u p p o r t',
    'S.u.p.p.o.r.t',
    'Supp0rt',
    'The Support Team',
    'SupportTeam',
    'Admin',
    'ADMIN',
    'Adm1n',
    'аԁміп',
    'Site Admin',
    'Administrator',
    'Аdmin',
    '🅰🅳🅼🅸🅽',
    'ᴀᴅᴍɪɴ',
    'Àdmin',
    'Moderator',
    'Help Desk',
    'Helpdesk',
    'The Team',
    'Team',
    'Staff',
    'Official Staff',
    'Customer Service',
    'Billing Department',
    'Security Team',
    'Account Security',
    'ꓢꓴꓑꓑꓳꓣꓔ',
    'ꓮꓓꓟꓲꓠ',
    'ꓢupport',
    'ᎪᎠᎷᏆN',
    'ᎻᎬᏞᏢᎠᎬᏚᏦ',
    'ⲁdmin',
    'Ⲁdmin',
    'ᗩᗪᗰIᑎ',
    '𐊖upport',
    '𐐠upport',
    'Ƨupport',
    'Ꞩupport',
    'S∪pport',
    'Supp○rt',
    'Supp〇rt',
    'Supp口rt',
    'Supp٥rt',
    'Supp୦rt',
    'Suppo®t',
    'Mark℮ting ꓮcademy',
  ])('%s', (name) => {
    expect(problemOf(name)).not.toBeNull();
  });

  it('unless they are of the team', () => {
    expect(nameProblem('Demo Admin', 'person', null)).toBeNull();
    expect(nameProblem('Demo Admin', 'person', site)).toContain('reserved');
  });

  it('nor a company or a job', () => {
    expect(problemOf('Marketing Acаdemy', 'company')).not.toBeNull();
    expect(problemOf('Marketing Academy staff', 'job')).toContain('reserved');
  });

  it('but a short one is a name like any other', () => {
    expect(nameProblem('Nova Smith', 'person', 'Nova')).toBeNull();
    expect(nameProblem('Nova', 'person', 'Nova')).toContain('reserved');
  });

  it('and a first or last name alone is more freely chosen', () => {
    expect(nameProblem('Root', 'person', site, false)).toBeNull();
    expect(nameProblem('Support', 'person', site, false)).toContain('reserved');
  });
});
