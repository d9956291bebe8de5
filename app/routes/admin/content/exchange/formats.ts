/** What the formats of imported files are called. */
const formatNames: Readonly<Record<string, string>> = {
  gift: 'GIFT',
  'moodle-xml': 'Moodle XML',
  course: 'Course of this site',
  'common-cartridge': 'Common Cartridge',
  scorm: 'SCORM 1.2',
};

export const nameOfFormat = (format: string): string => formatNames[format] ?? format;
