import { describe, expect, it } from 'vitest';
import { checklistProgress } from '#app/domain/learning/checklists/checklists.server.ts';
import { type Module, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';

const text = '- [ ] Write it down\n- [ ] Show it to somebody\n';

/** A module that notes when its text is read. */
function newModule(lesson: string) {
  let reads = 0;
  const module = {
    id: 3,
    title: 'Module',
    folder: '',
    get lesson() {
      reads += 1;
      return lesson;
    },
  } as Module;
  return { module, reads: () => reads };
}

describe('how far a checklist is', () => {
  it('is not looked for in a lesson without ticks: a course page would render all of its lessons', () => {
    const { module, reads } = newModule(text);
    expect(checklistProgress(module, ['1 t_0000000000000000', '33 t_0000000000000000'])).toBeNull();
    expect(reads()).toBe(0);
  });

  it('counts the boxes that the text has now', () => {
    const { module } = newModule(text);
    const [first = ''] = renderLesson(module).tasks;
    expect(checklistProgress(module, [`3 ${first}`, '3 t_0000000000000000'])).toBe('1 of 2 done');
  });
});
