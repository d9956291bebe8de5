import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { questionFormats, writeQuestions } from '#app/domain/publishing/exchange/question-files.ts';
import { type QuestionsFile, readQuestions } from '#app/domain/publishing/exchange/read-questions.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';

const read = (text: string): QuestionsFile => readQuestions(new TextEncoder().encode(text));
function questionsIn(text: string) {
  const file = read(text);
  if (file.problem !== null) throw new Error(file.problem);
  return file;
}

const moodle = (type: string, inside: string, name = 'A name') =>
  `<?xml version="1.0" encoding="UTF-8"?><quiz><question type="category"><category><text>$course$/top</text></category></question><question type="${type}"><name><text>${name}</text></name>${inside}</question></quiz>`;
const html = (name: string, text: string) =>
  `<${name} format="html"><text><![CDATA[${text}]]></text></${name}>`;

describe('GIFT', () => {
  it('brings each kind of question that this site asks', () => {
    const { questions, skipped } = questionsIn(`\uFEFF// a comment
$CATEGORY: $course$/top/Default

::Tomb::Who's buried in Grant's tomb?{~Grant ~Jefferson =no one#Right: he is entombed. ####Tombs stand above the ground.}

The American holiday of Thanksgiving is celebrated on the {
    ~second
    ~third
    =fourth
} Thursday of November.

Which two? {
    ~%-100%No one
    ~%50%Grant
    ~%50%Grant's wife}

The sun rises in the east.{T#It does.#Well seen.}

How much? {#2.5..2.6}.

When was he born? {#
    =1822:0#Just so
    =%50%1822:2}

[html]<p>Which equals&nbsp;5?</p><script>alert(1)</script>{ ~ \\= 2 + 2
     = \\= 2 + 3
     ~ 2 \\{+\\} 4 }

Put them in order.{>3 ALL VERTICAL ABSOLUTE_POSITION SHOW none
First step
Second step

Third step
}
`);
    expect(skipped).toEqual([]);
    expect(questions.map(({ question }) => question)).toEqual([
      {
        kind: 'choice',
        ask: "Who's buried in Grant's tomb?",
        options: ['Grant', 'Jefferson', 'no one'],
        right: 3,
        why: 'Tombs stand above the ground. Right: he is entombed.',
      },
      {
        kind: 'choice',
        ask: 'The American holiday of Thanksgiving is celebrated on the _____ Thursday of November.',
        options: ['second', 'third', 'fourth'],
        right: 3,
      },
      { kind: 'multiple', ask: 'Which two?', options: ['No one', 'Grant', "Grant's wife"], right: [2, 3] },
      {
        kind: 'choice',
        ask: 'The sun rises in the east.',
        options: ['True', 'False'],
        right: 1,
        why: 'Well seen. False: It does.',
      },
      { kind: 'number', ask: 'How much?', right: 2.55, tolerance: 0.05 },
      { kind: 'number', ask: 'When was he born?', right: 1822, why: 'Just so' },
      { kind: 'choice', ask: 'Which equals 5?', options: ['= 2 + 2', '= 2 + 3', '2 {+} 4'], right: 2 },
      { kind: 'order', ask: 'Put them in order.', steps: ['First step', 'Second step', 'Third step'] },
    ]);
    expect(questions[0]?.name).toBe('Tomb');
    expect(questions[2]?.notes).toEqual(['It has no explanation: write one before you publish.']);
    expect(questions[5]?.notes).toContain('Part marks did not come: an answer is right or wrong.');
  });

  it('names what does not fit, with the reason', () => {
    const nine = Array.from({ length: 8 }, (_, at) => `~option ${at}`).join(' ');
    const { questions, skipped } = questionsIn(`Write about Grant. {}

Match. {=Canada -> Ottawa =Italy -> Rome}

Who's buried there?{=no one =nobody}

Just a description.

Never closed {~one =two

Fine? {=yes ~no}

Nine options {=right ${nine}}

Half {~%50%half ~none =}
`);
    expect(questions.map(({ name }) => name)).toEqual(['Fine?']);
    expect(skipped.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'Write about Grant.: It is an essay question. Questions here are marked by the site.',
      'Match.: It is a matching question, which this site does not have.',
      "Who's buried there?: It asks for words to be typed (short answer). Questions here offer options, steps or a number.",
      'Just a description.: It is a description: there is nothing to answer.',
      'Never closed: Its brace is never closed.',
      'Nine options: It has 9 options. A question here has at most 8.',
      'Half: One of its options has no text.',
    ]);
  });
});

describe('Moodle XML', () => {
  it('brings each kind of question, and the feedback', () => {
    const text = html('questiontext', '<p>Which <b>one</b>?</p><p><img src="@@PLUGINFILE@@/a.png"></p>');
    const answer = (fraction: number | string, words: string, feedback = '') =>
      `<answer fraction="${fraction}" format="html"><text>&lt;p&gt;${words}&lt;/p&gt;</text>${html('feedback', feedback)}</answer>`;
    const one = questionsIn(
      moodle(
        'multichoice',
        `${text}${html('generalfeedback', '<p>Since it is.</p>')}<single>true</single>${answer(100, 'This', 'Yes.')}${answer(0, 'That &amp;amp; this', 'No, not that.')}`,
      ),
    );
    expect(one.questions).toEqual([
      {
        name: 'A name',
        question: {
          kind: 'choice',
          ask: 'Which one?',
          options: ['This', 'That & this'],
          right: 1,
          why: 'Since it is. Yes. That & this: No, not that.',
        },
        notes: ['Its pictures and other media did not come: questions here are text.'],
      },
    ]);
    const several = `<single>false</single>${answer('33.33333', 'A')}${answer('33.33333', 'B')}${answer('33.33333', 'C')}${answer(-100, 'D')}`;
    expect(questionsIn(moodle('multichoice', text + several)).questions[0]?.question).toMatchObject({
      kind: 'multiple',
      right: [1, 2, 3],
    });
    expect(
      questionsIn(
        moodle(
          'numerical',
          `${text}<answer fraction="100"><text>12.5</text><tolerance>0.5</tolerance></answer><answer fraction="0"><text>*</text></answer><units><unit><multiplier>1000</multiplier><unit_name>kg</unit_name></unit><unit><multiplier>1</multiplier><unit_name>g</unit_name></unit></units>`,
        ),
      ).questions[0]?.question,
    ).toMatchObject({ kind: 'number', right: 12.5, tolerance: 0.5, unit: 'g' });
    expect(
      questionsIn(moodle('ordering', text + answer(2, 'Second') + answer(1, 'First'))).questions[0]?.question,
    ).toMatchObject({ kind: 'order', steps: ['First', 'Second'] });
    expect(
      questionsIn(moodle('truefalse', text + answer(0, 'true') + answer(100, 'false'))).questions[0]
        ?.question,
    ).toMatchObject({ kind: 'choice', options: ['True', 'False'], right: 2 });
  });

  it('names what does not fit, with the reason', () => {
    for (const [type, words] of [
      ['essay', /essay/],
      ['matching', /matching/],
      ['cloze', /cloze/],
      ['shortanswer', /typed/],
      ['description', /description/],
      ['calculated', /wildcards/],
      ['coderunner', /“coderunner”/],
      ['constructor', /“constructor”/],
    ] as const) {
      const { questions, skipped } = questionsIn(moodle(type, html('questiontext', 'Say.'), `My ${type}`));
      expect(questions).toEqual([]);
      expect(skipped).toEqual([{ name: `My ${type}`, reason: expect.stringMatching(words) }]);
    }
  });

  it('is refused where it is cut off, nested without end, or no quiz; entities of its own stay words', () => {
    const problem = (text: string) => read(text).problem;
    const whole = moodle('essay', html('questiontext', 'Say.'));
    expect(problem(whole.slice(0, -20))).toContain('not well-formed');
    expect(problem(`<quiz>${'<a>'.repeat(500)}`)).toContain('nested more than 100 deep');
    expect(problem(`<quiz>${'<a/>'.repeat(300_000)}</quiz>`)).toContain('more than 200,000 elements');
    expect(problem('<html><body>Hello</body></html>')).toContain('no Moodle question file');
    expect(problem('Hello')).toContain('neither GIFT nor Moodle XML');
    expect(problem('\u0000\u0001{')).toContain('no text');
    const bomb = `<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>${moodle('essay', '', 'x &b; &c;').slice(38)}`;
    expect(questionsIn(bomb).skipped[0]?.name).toBe('x &b; &c;');
  });
});

describe('a quiz as a file', () => {
  const { questions } = parseYaml(readFileSync('content/courses/seo/quiz.yaml', 'utf8')) as {
    questions: Record<string, unknown>[];
  };
  const own = [
    ...questions,
    {
      kind: 'multiple',
      ask: 'Which of these: {a} ~ =b # c \\ d?',
      options: ['1 < 2 & "3"', '~x', '=y:z', '}'],
      right: [1, 3, 4],
      why: 'Because [so] -> it is: 100%.',
      passage: '/courses/seo/module-1',
    },
    {
      kind: 'choice',
      ask: 'What do you say of a price that is half of what it was?',
      options: ['%50% off', '%100%', '// half'],
      right: 2,
      why: '// It is what was lost, not what is left.',
      passage: '/courses/seo/module-1',
    },
    {
      kind: 'order',
      ask: 'In which order does an address say it?',
      steps: ['https:', '// and the host', '/ and the path'],
      why: 'The scheme comes first, and the path comes last.',
      passage: '/courses/seo/module-1',
    },
  ];

  for (const format of questionFormats)
    it(`comes back from ${format} as it was`, () => {
      const { text, incomplete } = writeQuestions(format, own);
      expect(incomplete).toEqual([]);
      const file = questionsIn(text);
      expect(file.format).toBe(format);
      expect(file.skipped).toEqual([]);
      file.questions.forEach(({ question, notes }, index) => {
        expect(notes).toEqual([]);
        const { figures, ...before } = own[index] as Record<string, unknown>;
        const passage = String(before.passage).replace('/courses/seo/', '');
        // Figures that change from try to try are those of the first.
        const { right, unit } = before;
        if (figures) expect(question).toMatchObject({ kind: 'number', right, unit, passage });
        else expect(question).toEqual({ ...before, passage });
      });
    });

  it('leaves out what is not complete, and says so', () => {
    const { text, incomplete } = writeQuestions('gift', [{ kind: 'choice', ask: 'Not yet' }, own[1]]);
    expect(incomplete).toEqual([1]);
    expect(text).toContain('not in this file: question 1');
    expect(questionsIn(text).questions).toHaveLength(1);
  });
});
