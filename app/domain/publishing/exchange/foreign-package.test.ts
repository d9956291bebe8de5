import { type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readCourseFile } from '#app/domain/publishing/exchange/read-course-file.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';

// Packages as the tools of the field write them: the shape of their manifests and files, with words of our own.

const encode = (text: string) => new TextEncoder().encode(text);
const pack = (files: Readonly<Record<string, string | Uint8Array>>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? encode(content) : content,
      ]),
    ) as Zippable,
  );
async function courseIn(bytes: Uint8Array) {
  const read = await readCourseFile(bytes);
  if (read.problem !== null) throw new Error(read.problem);
  return { ...read, textOf: (name: string) => read.files.find((file) => file.name === name)?.text ?? '' };
}

const mattext = (html: string) =>
  `<material><mattext texttype="text/html">${html.replaceAll('<', '&lt;')}</mattext></material>`;
const profile = (label: string, entry: string) =>
  `<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>`;
const labels = (texts: readonly string[]) =>
  texts.map((text, at) => `<response_label ident="o${at}">${mattext(text)}</response_label>`).join('');
const choice = (title: string, type: string, ask: string, texts: readonly string[], right: number) =>
  `<item ident="${title}" title="${title}">${type}<presentation>${mattext(ask)}<response_lid ident="r" rcardinality="Single"><render_choice>${labels(texts)}</render_choice></response_lid></presentation>
   <resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
   <respcondition continue="Yes"><conditionvar><other/></conditionvar><displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>
   <respcondition continue="No"><conditionvar><varequal respident="r">o${right}</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>
   <itemfeedback ident="general_fb"><flow_mat>${mattext('<p>Since it is so.</p>')}</flow_mat></itemfeedback></item>`;
const assessment = (title: string, items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="${title}"><section ident="root_section">${items}</section></assessment></questestinterop>`;

const cartridge = (items: string, resources: string) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p1/LOM/manifest">
<metadata><schema>IMS Common Cartridge</schema><schemaversion>1.1.0</schemaversion><lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string>Letters &amp; Lists</lomimscc:string></lomimscc:title><lomimscc:description><lomimscc:string>How to write to many.</lomimscc:string></lomimscc:description></lomimscc:general></lomimscc:lom></metadata>
<organizations><organization identifier="org_1" structure="rooted-hierarchy"><item identifier="LearningModules">${items}</item></organization></organizations>
<resources>${resources}</resources></manifest>`;

const canvas = () =>
  pack({
    'imsmanifest.xml': cartridge(
      `<item identifier="m1"><title>Week one</title>
       <item identifier="i1" identifierref="p1"><title>Begin here</title></item>
       <item identifier="i2" identifierref="p2"><title>Then this</title></item>
       <item identifier="i3" identifierref="w1"><title>A site to read</title></item>
       <item identifier="i4" identifierref="q1"><title>Check yourself</title></item>
       <item identifier="i5" identifierref="d1"><title>Say hello</title></item>
       <item identifier="i6" identifierref="f1"><title>The handout</title></item></item>
     <item identifier="m2"><title>Week two</title><item identifier="i7" identifierref="p3"><title>Week two</title></item></item>`,
      `<resource identifier="p1" type="webcontent" href="wiki_content/begin.html"><file href="wiki_content/begin.html"/></resource>
     <resource identifier="p2" type="webcontent" href="wiki_content/then.html"><file href="wiki_content/then.html"/></resource>
     <resource identifier="p3" type="webcontent" href="wiki_content/two.html"><file href="wiki_content/two.html"/></resource>
     <resource identifier="p4" type="webcontent" href="wiki_content/loose.html"><file href="wiki_content/loose.html"/></resource>
     <resource identifier="f1" type="webcontent" href="web_resources/handout.pdf"><file href="web_resources/handout.pdf"/></resource>
     <resource identifier="w1" type="imswl_xmlv1p1"><file href="w1.xml"/></resource>
     <resource identifier="d1" type="imsdt_xmlv1p1"><file href="d1.xml"/></resource>
     <resource identifier="l1" type="imsbasiclti_xmlv1p0"><file href="l1.xml"/></resource>
     <resource identifier="q1" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"><file href="q1/assessment_qti.xml"/></resource>`,
    ),
    'wiki_content/begin.html': `<html><head><meta charset="utf-8"><title>Begin here</title><script>steal()</script><style>p{}</style></head><body>
    <h2>Why</h2><p onclick="steal()">Write to <strong>one</strong> person, see <a href="$WIKI_REFERENCE$/pages/then">then</a>, <a href="javascript:steal()">this</a> and <a href="https://example.org/a_b">that</a>.</p>
    <ul><li>One</li><li>Two<ol><li>Deep</li></ol></li></ul>
    <p><img src="$IMS-CC-FILEBASE$/Uploaded%20Media/a%20list.png?canvas_download=1" alt="A list of letters"></p>
    <p><img src="https://tracker.example/x.gif"></p><iframe src="https://video.example/1"></iframe>
    <table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></body></html>`,
    'web_resources/Uploaded Media/a list.png': new Uint8Array([1, 2, 3]),
    'wiki_content/then.html': '<p>Then you send it. &lt;script&gt; stays text.</p><h1>Big</h1><h5>Small</h5>',
    'wiki_content/two.html': '<h1>Week two</h1><p>Again.</p>',
    'wiki_content/loose.html': '<p>Nobody leads here.</p>',
    'web_resources/handout.pdf': '%PDF-1.4',
    'w1.xml':
      '<?xml version="1.0"?><webLink xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imswl_v1p1"><title>A site</title><url href="https://example.org/read" target="_blank"/></webLink>',
    'd1.xml': '<topic><title>Say hello</title></topic>',
    'l1.xml': '<cartridge_basiclti_link/>',
    'q1/assessment_qti.xml': assessment(
      'Check yourself',
      choice(
        'Question',
        profile('question_type', 'multiple_choice_question'),
        '<p>Whom do you write to?</p>',
        ['One person', 'A crowd'],
        0,
      ) +
        choice(
          'Second',
          profile('cc_profile', 'cc.true_false.v0p1'),
          'Lists are bought.',
          ['True', 'False'],
          1,
        ) +
        `<item ident="m" title="Third">${profile('cc_profile', 'cc.multiple_response.v0p1')}<presentation>${mattext('Which two?')}<response_lid ident="r" rcardinality="Multiple"><render_choice>${labels(['A', 'B', 'C'])}</render_choice></response_lid></presentation><resprocessing><respcondition continue="No"><conditionvar><and><varequal respident="r">o0</varequal><not><varequal respident="r">o1</varequal></not><varequal respident="r">o2</varequal></and></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>` +
        `<item ident="n" title="Fourth">${profile('question_type', 'numerical_question')}<presentation>${mattext('How many?')}<response_str ident="r" rcardinality="Single"><render_fib fibtype="Decimal"><response_label ident="a"/></render_fib></response_str></presentation><resprocessing><respcondition continue="No"><conditionvar><or><varequal respident="r">12</varequal><and><vargte respident="r">11.5</vargte><varlte respident="r">12.5</varlte></and></or></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>` +
        `<item ident="e" title="Fifth">${profile('cc_profile', 'cc.essay.v0p1')}<presentation>${mattext('Write.')}</presentation></item>` +
        `<item ident="f" title="Sixth">${profile('cc_profile', 'cc.fib.v0p1')}<presentation>${mattext('Type.')}<response_str ident="r"><render_fib/></response_str></presentation></item>`,
    ),
  });

describe('a Common Cartridge', () => {
  it('becomes lessons and questions, and names what does not', async () => {
    const course = await courseIn(canvas());
    expect(course).toMatchObject({
      format: 'common-cartridge',
      title: 'Letters & Lists',
      slug: 'letters-lists',
    });
    expect(course.files.map(({ name }) => name)).toEqual([
      'course.md',
      'module-1.md',
      'module-2.md',
      'quiz.yaml',
    ]);
    expect(course.textOf('course.md')).toContain('promise: How to write to many.');
    const [picture] = course.pictures;
    expect(picture).toMatchObject({ name: 'web_resources/Uploaded Media/a list.png' });
    expect(course.textOf('module-1.md')).toBe(`---
title: Week one
description: ""
---
## Begin here

### Why

Write to **one** person, see then, this and [that](https://example.org/a_b).

- One
- Two
  1. Deep

![A list of letters](${picture?.key})

| A | B |
| - | - |
| 1 | 2 |

## Then this

Then you send it. \\<script> stays text.

### Big

### Small

- [A site to read](https://example.org/read)
`);
    expect(course.textOf('module-2.md')).toBe('---\ntitle: Week two\ndescription: ""\n---\nAgain.\n');
    expect(parseYaml(course.textOf('quiz.yaml'))).toEqual({
      draw: 4,
      pass: 3,
      questions: [
        {
          kind: 'choice',
          ask: 'Whom do you write to?',
          options: ['One person', 'A crowd'],
          right: 1,
          why: 'Since it is so.',
          passage: '/courses/letters-lists/module-1',
        },
        {
          kind: 'choice',
          ask: 'Lists are bought.',
          options: ['True', 'False'],
          right: 2,
          why: 'Since it is so.',
          passage: '/courses/letters-lists/module-1',
        },
        {
          kind: 'multiple',
          ask: 'Which two?',
          options: ['A', 'B', 'C'],
          right: [1, 3],
          passage: '/courses/letters-lists/module-1',
        },
        {
          kind: 'number',
          ask: 'How many?',
          right: 12,
          tolerance: 0.5,
          passage: '/courses/letters-lists/module-1',
        },
      ],
    });
    expect(course.skipped.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'Begin here: In this page: a picture: https://tracker.example/x.gif',
      'Begin here: In this page: an embedded page: https://video.example/1',
      'Say hello: It is a discussion. The community of this site has its own.',
      expect.stringContaining('The handout: It is a file to download (.pdf)'),
      'wiki_content/loose.html: No line of the outline leads to it.',
      'l1.xml: It is a tool on another site.',
      expect.stringContaining('Check yourself: Fifth: It is an essay'),
      expect.stringContaining('Check yourself: Sixth: It asks for words to be typed'),
      expect.stringContaining('Check yourself: Third: It comes, but: It has no explanation'),
      expect.stringContaining('Check yourself: Fourth: It comes, but: It has no explanation'),
    ]);
  });

  it('of Moodle, whose sections hold pages in folders of their own, becomes the same', async () => {
    const course = await courseIn(
      pack({
        'imsmanifest.xml': cartridge(
          '<item identifier="s1"><title>Topic 1</title><item identifier="x1" identifierref="r1"><title>A page</title></item></item>',
          '<resource identifier="r1" type="webcontent" href="i_1/page.html"><file href="i_1/page.html"/></resource><resource identifier="r2" type="webcontent" href="i_1/pic.png"><file href="i_1/pic.png"/></resource>',
        ).replaceAll('imsccv1p1', 'imsccv1p3'),
        'i_1/page.html': '<html><body><p>Look:</p><img src="./pic.png" alt=""><p><br></p></body></html>',
        'i_1/pic.png': new Uint8Array([1]),
      }),
    );
    expect(course.textOf('module-1.md')).toContain(`Look:\n\n![Picture](${course.pictures[0]?.key})`);
    expect(course.skipped).toEqual([]);
  });

  it('splits a lesson that is too long, and holds to the most modules', async () => {
    const page = `<p>${'Words of a page. '.repeat(1_000)}</p>`;
    const many = Array.from({ length: 33 }, (_, at) => at);
    const course = await courseIn(
      pack({
        'imsmanifest.xml': cartridge(
          `<item identifier="a"><title>Long</title><item identifier="b" identifierref="p"><title>First</title></item><item identifier="c" identifierref="p"><title>Second</title></item></item>${many.map((at) => `<item identifier="n${at}" identifierref="q"><title>Short ${at}</title></item>`).join('')}`,
          '<resource identifier="p" type="webcontent" href="p.html"/><resource identifier="q" type="webcontent" href="q.html"/>',
        ),
        'p.html': page,
        'q.html': '<p>Short.</p>',
      }),
    );
    expect(course.textOf('module-1.md')).toContain('title: Long (part 1)');
    expect(course.textOf('module-2.md')).toContain('title: Long (part 2)');
    expect(course.modules.numbers).toHaveLength(30);
    expect(course.skipped.filter(({ reason }) => reason.includes('at most 30 modules'))).toHaveLength(5);
  });
});

const scorm = (href: string, files: readonly string[] = [href]) => `<?xml version="1.0" standalone="no"?>
<manifest identifier="m" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Cold calls</title><item identifier="i" identifierref="r"><title>Cold calls</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="${href}">${files.map((file) => `<file href="${file}"/>`).join('')}</resource></resources></manifest>`;

describe('a SCORM 1.2 package', () => {
  it('of pages with text becomes lessons, without their scripts', async () => {
    const text = 'Before you call, write down what you want to know from them. '.repeat(4);
    const course = await courseIn(
      pack({
        'imsmanifest.xml': scorm('shared/index.html?mode=1'),
        'shared/index.html': `<html><head><script src="APIWrapper.js"></script></head><body onload="loadPage()"><h1>Cold calls</h1><p>${text}</p><button onclick="finish()">Exit</button></body></html>`,
      }),
    );
    expect(course).toMatchObject({ format: 'scorm', title: 'Cold calls', skipped: [] });
    expect(course.textOf('module-1.md')).toContain('Before you call');
    expect(course.textOf('module-1.md')).not.toMatch(/<|loadPage|Exit/);
  });

  it('of a script player is said to be not convertible', async () => {
    const player = pack({
      'imsmanifest.xml': scorm('index_lms.html', [
        'index_lms.html',
        'story.html',
        'html5/lib/scripts/frame.desktop.min.js',
        'story_content/slides/1.js',
      ]),
      'index_lms.html':
        '<!doctype html><html><head><title>Cold calls</title><script src="lms/scormdriver.js"></script><script>window.DS = { presentation: {} };</script></head><body><div id="preso"></div><noscript>Enable JavaScript to view this content.</noscript><script src="html5/lib/scripts/bootstrapper.min.js"></script></body></html>',
      'story.html': '<script></script>',
      'html5/lib/scripts/frame.desktop.min.js': '(function(){})()',
      'story_content/slides/1.js': 'window.globalProvideData("slide", "{}")',
    });
    const { problem } = await readCourseFile(player);
    expect(problem).toContain('Nothing in this SCORM package can become a lesson');
    expect(problem).toContain('Cold calls: It is a program that shows its content by scripts');
  });
});

describe('a package of a program with habits of its own', () => {
  const words = 'These are the words of the page that it leads to.';
  const of = (href: string, file: string, manifest = (text: string) => text) =>
    pack({ 'imsmanifest.xml': manifest(scorm(href)), [file]: `<p>${words}</p>` });
  /** Without the mark that says that the names are UTF-8. */
  const unmarked = (bytes: Uint8Array) => {
    const view = new DataView(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    for (let at = 0; at < view.byteLength - 10; at += 1) {
      const signature = view.getUint32(at, true);
      const flags = at + (signature === 0x04034b50 ? 6 : 8);
      if (signature === 0x04034b50 || signature === 0x02014b50)
        view.setUint16(flags, view.getUint16(flags, true) & ~0x800, true);
    }
    return new Uint8Array(view.buffer);
  };

  it.each<[string, Uint8Array]>([
    ['other letters’ case', of('Pages/A.HTML', 'pages/a.html')],
    ['backslashes', of('pages\\a.html', 'pages/a.html')],
    ['a dot', of('./pages/../pages/a.html', 'pages/a.html')],
    ['letters and their accents apart', of('pages/e%CC%81.html', 'pages/é.html')],
    [
      'a folder for all resources',
      of('a.html', 'pages/a.html', (text) => text.replace('<resources>', '<resources xml:base="pages/">')),
    ],
    ['names in UTF-8 that are not said to be', unmarked(of('pages/é.html', 'pages/é.html'))],
  ])('is read with %s in its addresses', async (_, bytes) => {
    const course = await courseIn(bytes);
    expect(course.skipped).toEqual([]);
    expect(course.textOf('module-1.md')).toContain(words);
  });

  it.each([
    '<meta charset="iso-8859-2">',
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">',
    '<?xml version="1.0" encoding="ISO-8859-2"?>',
  ])('is read in the encoding that it names: %s', async (declaration) => {
    const page = Buffer.from(`${declaration}<p>Za\xbf\xf3\xb3\xe6 i zjedz to wszystko</p>`, 'latin1');
    const course = await courseIn(
      pack({ 'imsmanifest.xml': scorm('a.html'), 'a.html': new Uint8Array(page) }),
    );
    expect(course.textOf('module-1.md')).toContain('Zażółć');
  });

  it('is cut between characters where something of it is too long, and has elements of any name', async () => {
    const emoji = '😀'.repeat(100);
    const page = `<constructor>${words}</constructor><iframe src="https://a.example/x${emoji}${emoji}"></iframe>`;
    const course = await courseIn(
      pack({
        'imsmanifest.xml': scorm('a.html').replaceAll('<title>', `<title>x${emoji}`),
        'a.html': page,
      }),
    );
    expect(JSON.stringify(course)).not.toMatch(/\\ud[89a-f]/);
    expect(JSON.stringify(course)).not.toContain('native code');
    expect(course.textOf('module-1.md')).toContain(words);
  });
});

describe('a hostile package', () => {
  const page = (html: string | Uint8Array) => pack({ 'imsmanifest.xml': scorm('a.html'), 'a.html': html });
  it.each<[string, Uint8Array, RegExp]>([
    ['a manifest that is no XML', pack({ 'imsmanifest.xml': 'hello' }), /no XML/],
    [
      'a manifest without anything',
      pack({ 'imsmanifest.xml': '<manifest/>' }),
      /Nothing in this Common Cartridge/,
    ],
    [
      'an outline without end',
      pack({ 'imsmanifest.xml': `<manifest><organizations><organization>${'<item>'.repeat(5_000)}` }),
      /nested more than/,
    ],
    [
      'a page that leads out of it',
      pack({ 'imsmanifest.xml': scorm('../../../etc/passwd.html') }),
      /not in the archive/,
    ],
    ['a page that is nested without end', page('<div>'.repeat(60_000)), /nested too deep/],
    ['a page of bytes', page(new Uint8Array([0, 1, 2])), /no text/],
    ['a page that is too large', page(`<p>${'x'.repeat(1_100_000)}`), /larger than/],
    ['a page of nothing but scripts', page(`<script>${'a'.repeat(1_000)}</script>`), /program/],
  ])('is refused with %s', async (_, bytes, words) => {
    expect((await readCourseFile(bytes)).problem).toMatch(words);
  });

  it('runs nothing and leads nowhere', async () => {
    const words = 'A sentence with some words for the page to have. '.repeat(5);
    const course = await courseIn(
      page(
        `<p>${words}</p><a href="java&#10;script:alert(1)">a</a><a href="//evil.example">b</a><a href="data:text/html,x">c</a><img src="../../etc/passwd.png"><img src="file:///x.png"><svg><script>alert(1)</script></svg><math><mi href="x">m</mi></math><p>![x](javascript:1) &lt;img src=x onerror=alert(1)&gt; {{brand}}</p><object data="x.swf"></object>`,
      ),
    );
    const text = course.textOf('module-1.md');
    expect(text).not.toMatch(/\]\((?!https:)/);
    expect(text).not.toMatch(/(?<!\\)<(?:img|script|svg)/);
    expect(course.pictures).toEqual([]);
    expect(course.skipped.length).toBe(4);
  });
});
