import { z } from 'zod';
import { brokenSlides } from '#app/domain/learning/decks/deck-problems.ts';
import { slideSchema } from '#app/domain/learning/decks/slides.ts';
import {
  problemsOfSlide,
  type SlideLayout,
  slideFields,
  slideOfFields,
} from '#app/domain/publishing/authoring/slide-fields.ts';

/** No field of the form needs as many characters. */
const typed = z.string().max(3_000, 'Please shorten this.').optional();

/** What the form of a slide of this layout has to hold; becomes the slide as a file has it. */
export const slideFormSchema = (layout: SlideLayout) =>
  z
    .object(Object.fromEntries(slideFields[layout].map(({ name }) => [name, typed])))
    .transform((texts, context) => {
      const slide = slideOfFields(layout, texts);
      const { error, data } = slideSchema.safeParse(slide);
      if (error)
        for (const { field, message } of problemsOfSlide(layout, error.issues))
          context.addIssue({ code: 'custom', path: [field], message });
      // What is said and what appears have to fit each other.
      const [broken] = data ? brokenSlides([data]) : [];
      if (broken) {
        const message = broken.replace(/^Slide 1 \(\w+\): /, '');
        const path = [message.startsWith('there is no bar') ? 'mark' : 'narration'];
        context.addIssue({
          code: 'custom',
          path,
          message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
        });
      }
      return error || broken ? z.NEVER : slide;
    });
