import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { documents, paths, strings, textOf } from '#tests/content/files.ts';

const project = join(import.meta.dirname, '../..');

/** British forms, and what the site writes. */
const british: readonly [RegExp, string][] = [
  [/\bprogrammes?\b/gi, 'program'],
  [/\bcent(?:re|res|red|ring)\b/gi, 'center'],
  [
    /\b\w*(?:colou?r(?<=our)|favour|behaviour|neighbour|honour|labour|flavour|humour|rumour|harbour|endeavour)\w*\b/gi,
    '-or',
  ],
  [
    /\b(?:organ|recogn|real|optim|personal|summar|priorit|custom|apolog|author|categor|minim|maxim|special|standard|util|visual|final|monet|initial|general|central|emphas|memor|critic|modern|normal|local|capital|stabil|sympath)is(?:e[drs]?|ing|ations?|er|ers)\b/gi,
    '-ize',
  ],
  [/\banalys(?:ed?|ing)\b/gi, 'analyze'],
  [/\bcatalogu(?:e|es|ed|ing)\b/gi, 'catalog'],
  [
    /\b(?:cancell|travell|labell|modell|signall|counsell|fuell|levell|marvell)(?:ed|ing|ers?|or)\b/gi,
    'one l',
  ],
  [/\b(?:fulfil|enrol|instal|skilful|instalments?|enrolments?|fulfilment)s?\b/gi, 'two l'],
  [
    /\b(?:licence|defence|offence|pretence|practis(?:e[drs]?|ing)|judgement|acknowledgement|ageing)s?\b/gi,
    '-se, -ce, no e',
  ],
  [/\b(?:learnt|spelt|burnt|dreamt|whilst|amongst|towards|afterwards)\b/gi, '-ed, while, among, no s'],
  [/\b(?:metre|litre|theatre|fibre|calibre)s?\b/gi, '-er'],
  [
    /\b(?:grey|greys|cheques?|tyres?|kerbs?|plough\w*|sceptic\w*|moulds?|storeys?|jewellery|aluminium|cosy|draughts?|maths|pyjamas)\b/gi,
    'the American form',
  ],
  [/\b(?:per cent|enquir(?:y|ies|e[ds]?|ing))\b/gi, 'percent, inquiry'],
];

/** Labels that the specification fixes letter for letter. */
const fixed = ['Go to Affiliate Centre', 'Join the affiliate programme'];

/** Files whose strings are what people type or what another program calls something. */
const notOurs = [
  'app/domain/assistant/', // Questions are read in either spelling.
  'app/domain/core/values/typed-number.ts', // "5 per cent" is read as 5%.
  'app/platform/database/',
];

/** What is British in a text that people read, each with what to write. */
function britishIn(text: string): string[] {
  // An address, a placeholder or a name in code is no word.
  let read = text.replace(/\{\{.*?\}\}|\$\{.*?\}|[\w-]*[/#@][\w/#@.-]*/g, ' ');
  for (const label of fixed) read = read.replaceAll(label, ' ');
  return british.flatMap(([pattern, better]) =>
    [...read.matchAll(pattern)].map(([word]) => `${word} (${better})`),
  );
}

/** What stands between the tags of a component, and strings that are a sentence or begin with a capital. */
function shownStrings(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(project, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxText(node)) texts.push(node.text);
    else if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      if (/\s|^[A-Z][a-z]/.test(node.text)) texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const codeFiles = readdirSync(join(project, 'app'), { recursive: true, encoding: 'utf8' })
  .map((file) => `app/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => !notOurs.some((place) => file.startsWith(place)));

/** Names of the engine and of keys of the database, which a string may hold among words. */
const isQuery = (text: string) => /\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|JOIN)\b/.test(text);

it('everything in content/ is American, but for the labels that are fixed', () => {
  const problems = [
    ...documents.flatMap(({ path, body, data }) =>
      [body, ...strings(data).map(({ text }) => text)].flatMap((text) =>
        britishIn(text).map((word) => `${path}: ${word}`),
      ),
    ),
    ...paths
      .filter((path) => path.endsWith('.svg'))
      .flatMap((path) => britishIn(textOf(path).replace(/<[^>]*>/g, ' ')).map((word) => `${path}: ${word}`)),
  ];
  expect(problems).toEqual([]);
});

it('so is what the interface and its emails say', () => {
  expect(codeFiles.length).toBeGreaterThan(900);
  const problems = codeFiles.flatMap((file) =>
    shownStrings(file)
      .filter((text) => !isQuery(text))
      .flatMap((text) => britishIn(text).map((word) => `${file}: ${word}`)),
  );
  expect(problems).toEqual([]);
});

it('what is British is found, an address and a fixed label are not', () => {
  const text =
    'Go to Affiliate Centre: a colourful programme in the centre. It organises enquiries at /affiliate-centre/programme, whilst we analyse grey areas.';
  expect(britishIn(text).map((word) => word.replace(/ \(.*/, ''))).toEqual([
    'programme',
    'centre',
    'colourful',
    'organises',
    'analyse',
    'whilst',
    'grey',
    'enquiries',
  ]);
  expect(shownStrings('app/ui/disclosure.tsx')).not.toContain('max-w-prose');
});
