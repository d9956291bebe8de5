/** A language that members write in though the library does not, by words that English has not, with what is said of it. */
interface Language {
  words: ReadonlySet<string>;
  note: string;
}

const language = (words: string, note: string): Language => ({ words: new Set(words.split(' ')), note });

const languages: readonly Language[] = [
  language(
    'ich wie wo wann warum eine einen einer ein der die das und für nicht kann mein meine meinen gibt ist zu mit auf mir',
    'Die Bibliothek ist auf Englisch, und ich finde nur englische Wörter: Bitte frag mich auf Englisch.',
  ),
  language(
    'cómo como qué que cuál cuándo dónde por puedo mi mis una un el los las para es quiero más del hacer',
    'La biblioteca está en inglés y solo encuentro palabras en inglés: pregúntame en inglés, por favor.',
  ),
  language(
    'comment pourquoi quand quel quelle où je mon ma mes une un les des pour est plus obtenir puis faire le la du',
    "La bibliothèque est en anglais et je n'y trouve que des mots anglais : posez votre question en anglais, s'il vous plaît.",
  ),
  language(
    'come quando dove perché cosa posso mio mia una un il gli per che sono fare della',
    'La biblioteca è in inglese e trovo solo parole inglesi: scrivimi in inglese, per favore.',
  ),
  language(
    'como quando onde porque posso meu minha uma um os para que não você fazer mais do da',
    'A biblioteca está em inglês e só encontro palavras em inglês: pergunte em inglês, por favor.',
  ),
  language(
    'hoe waar wanneer waarom ik een het mijn kan niet voor wat zijn maak',
    'De bibliotheek is in het Engels en ik vind alleen Engelse woorden: stel je vraag in het Engels.',
  ),
];

const english = new Set(
  'i how the what is are to my do does can a and of in for with where when why should you it on get make write'.split(
    ' ',
  ),
);

/** That the library is in English, in the language of a question that is not; nothing for one that is. */
export function noteOfLanguage(question: string): string {
  const letters = question.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (others * 2 > letters.length)
    return 'The library is in English, and I find English words alone: please ask in English.';
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (vocabulary: ReadonlySet<string>) => words.filter((word) => vocabulary.has(word)).length;
  const best = languages
    .map(({ words: vocabulary, note }) => ({ note, matches: count(vocabulary) }))
    .toSorted((a, b) => b.matches - a.matches)[0];
  const isOther =
    best && best.matches >= 2 && best.matches * 3 >= words.length && best.matches > count(english);
  return isOther ? best.note : '';
}
