import { describe, expect, it } from 'vitest';
import { decks } from '#app/domain/learning/decks/decks.server.ts';
import { slideSchema } from '#app/domain/learning/decks/slides.ts';
import {
  fieldsOfSlide,
  isSlideLayout,
  slideFields,
  slideOfFields,
} from '#app/domain/publishing/authoring/slide-fields.ts';
import { slideFormSchema } from '#app/domain/publishing/authoring/slide-form.ts';
import { contentText } from '#app/platform/content/files.server.ts';
import { listIn, withItems } from '#app/platform/content/yaml-list.server.ts';

const texts = [...decks().keys()].map((key) => contentText(`${key}.deck.yaml`) ?? '');
const slidesOf = (text: string) => listIn(text, 'slides') as Record<string, unknown>[];

describe('the form of a slide', () => {
  it('gives every slide of the library back as it was', () => {
    const layouts = new Set<string>();
    for (const slide of texts.flatMap(slidesOf)) {
      const { layout } = slide;
      if (!isSlideLayout(layout)) throw new Error(`There is no layout ${String(layout)}.`);
      layouts.add(layout);
      const fields = fieldsOfSlide(slide);
      expect(slideSchema.parse(slideOfFields(layout, fields))).toEqual(slideSchema.parse(slide));
      expect(slideFormSchema(layout).parse(fields)).toEqual(slide);
    }
    expect([...layouts].sort()).toEqual(Object.keys(slideFields).sort());
  });

  it('leaves the text of a deck alone where nothing was changed', () => {
    for (const text of texts)
      expect(
        withItems(
          text,
          'slides',
          slidesOf(text).map((_, from) => ({ from })),
        ),
      ).toBe(text);
  });
});
