import { calculatorsNamed, calculatorsOf } from '#app/domain/learning/calculators/calculators.ts';
import type { Module } from '#app/domain/learning/courses/catalogue.server.ts';
import { findTemplate } from '#app/domain/learning/templates/templates.server.ts';

// Calculators and templates that belong to a lesson (P357).

/** The calculators that were chosen for a lesson, or else those that teach it by themselves. */
export const calculatorsBeside = (courseSlug: string, { id, calculators }: Module) =>
  calculators ? calculatorsNamed(calculators) : calculatorsOf(courseSlug, `module-${id}`);

/** The templates that were chosen for a lesson; one that is not there any more is left out. */
export const templatesBeside = ({ templates }: Module) =>
  templates.flatMap((slug) => {
    const template = findTemplate(slug);
    return template ? [{ slug, title: template.title }] : [];
  });
