/** A text as a short name: "First steps!" becomes "first-steps". */
export const slugOf = (text: string): string => {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean);
  let slug = '';
  for (const word of words) if (slug.length + word.length < 60) slug = slug ? `${slug}-${word}` : word;
  return slug || 'imported-course';
};
