import { describe, expect, it } from 'vitest';
import { captionsProblem, plainCaptions } from '#app/domain/publishing/captions.ts';

const problemOf = (text: string) => captionsProblem(plainCaptions(text));

describe('captions', () => {
  it.each([
    [
      'with hours and settings',
      'WEBVTT - made here\n\n01:00:01.000 --> 01:00:04.000 align:start line:0\nHello\nyou',
    ],
    [
      'with names, notes and markup',
      'WEBVTT\n\nNOTE for us: a < b\n\nfirst\n00:01.000 --> 00:02.000\n- <v Ann><i.loud>Hi</i></v> <00:01.500>there & <lang de>da</lang>',
    ],
    ['with the mark and line ends of Windows', '\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nHello\r\n'],
  ])('%s come', (_, text) => {
    expect(problemOf(text)).toBeNull();
  });

  it.each([
    ['HTML', '<!DOCTYPE html><script>alert(1)</script>', /first line must be WEBVTT/],
    [
      'HTML in a caption',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<img src=x onerror=alert(1)>',
      /^Line 4: .* no HTML/,
    ],
    ['a handler on a tag', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann><script>', /^Line 4/],
    ['a style', 'WEBVTT\n\nSTYLE\n::cue { background: url(https://x.example) }', /^Line 3: styles/],
    ['SRT', '1\n00:00:01,000 --> 00:00:02,000\nHello', /SRT captions/],
    ['no time', 'WEBVTT\n\nHello\nyou', /^Line 4: a time/],
    ['a time that runs back', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello', /ends before it begins/],
    [
      'a missing blank line',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n00:02.000 --> 00:03.000\nyou',
      /^Line 5: a blank line/,
    ],
    ['nothing', 'WEBVTT\n', /no caption/],
    ['words right below the first line', 'WEBVTT\nHello', /^Line 2/],
    ['a novel', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'x'.repeat(500_000)}`, /more than 500,000/],
  ])('with %s are refused in words', (_, text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });

  it('are read at once, however they are written', () => {
    const startedAt = performance.now();
    for (const line of [
      '<'.repeat(490_000),
      '<v '.repeat(160_000),
      '<c.a'.repeat(120_000),
      '-->'.repeat(160_000),
    ])
      problemOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}`);
    problemOf(`WEBVTT\n${'\nx'.repeat(240_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
