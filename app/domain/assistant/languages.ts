import { fold } from '#app/domain/site/search/words.ts';

/** Languages that members write in though the library does not. */
export type LanguageCode = 'de' | 'es' | 'fr' | 'it' | 'pt' | 'nl';

interface Language {
  /** Small words that English has not. */
  words: ReadonlySet<string>;
  /** What is said of it. */
  note: string;
  /** What the trade calls things, by how the word begins, without accents. */
  terms: readonly (readonly [begins: string, english: string])[];
}

const language = (words: string, note: string, terms: string): Language => ({
  words: new Set(fold(words).split(' ')),
  note,
  terms: terms.split(', ').map((pair) => {
    const [begins = '', english = ''] = pair.split('=');
    return [begins, english] as const;
  }),
});

const languages: Readonly<Record<LanguageCode, Language>> = {
  de: language(
    'ich wie wo wann warum wieso was welche welcher eine einen einer ein der die das und für nicht kann soll sollte muss mein meine meinen gibt ist zu mit auf mir bekomme schreibe mehr im am',
    'Die Bibliothek ist auf Englisch, und ich finde nur englische Wörter: Bitte frag mich auf Englisch.',
    'betreffzeile=subject line, betreff=subject line, suchmaschine=search engine, stichwort=keyword, suchbegriff=keyword, zielgruppe=target audience, kunde=customer, preis=price, werbung=advertising, anzeige=ad, warenkorb=cart, versand=shipping, stundensatz=hourly rate, freiberuf=freelancer, bewertung=reviews, empfehlung=referral, beitrag=post, kaltakquise=cold call, angebot=offer, umfrage=survey, uberschrift=headline, webseite=website, zielseite=landing page, konkurrenz=competitors, wettbewerb=competitors, budget=budget, kosten=cost, verkauf=sell, laufen=run, test=test, newsletter=newsletter, spam=spam, geschaftsidee=business idea, marke=brand, kalender=calendar, video=video',
  ),
  es: language(
    'cómo como qué que cuál cuándo dónde por puedo debo mi mis un una el los las para es quiero más del hacer tengo en una escribo hago',
    'La biblioteca está en inglés y solo encuentro palabras en inglés: pregúntame en inglés, por favor.',
    'asunto=subject line, buscador=search engine, palabras=keywords, publico=target audience, cliente=customer, precio=price, publicidad=advertising, anuncio=ad, carrito=cart, envio=shipping, tarifa=rate, hora=hourly, autonomo=freelancer, resena=reviews, opinion=reviews, recomenda=referral, publica=post, llamada=call, oferta=offer, encuesta=survey, titular=headline, titulo=title, sitio=website, pagina=page, aterrizaje=landing, competencia=competitors, presupuesto=budget, costo=cost, cuesta=cost, vender=sell, vendo=sell, prueba=test, boletin=newsletter, correo=email, lista=list, suscriptor=subscribers, spam=spam, negocio=business, idea=idea, marca=brand, calendario=calendar, video=video, redes=social media',
  ),
  fr: language(
    "comment pourquoi quand quel quelle quels où je mon ma mes une un les des pour est plus obtenir puis faire le la du dois j'écris écrire combien",
    "La bibliothèque est en anglais et je n'y trouve que des mots anglais : posez votre question en anglais, s'il vous plaît.",
    'objet=subject line, moteur=search engine, cle=keyword, cible=target audience, client=customer, prix=price, publicite=advertising, annonce=ad, panier=cart, livraison=shipping, tarif=rate, horaire=hourly, independant=freelancer, avis=reviews, parrainage=referral, recommand=referral, publication=post, publier=post, appel=call, offre=offer, sondage=survey, titre=headline, site=website, page=page, atterrissage=landing, concurren=competitors, budget=budget, cout=cost, coute=cost, vendre=sell, test=test, infolettre=newsletter, newsletter=newsletter, courriel=email, liste=list, abonnes=subscribers, spam=spam, entreprise=business, idee=idea, marque=brand, calendrier=calendar, video=video, reseaux=social media',
  ),
  it: language(
    'come quando dove perché cosa quale quanto posso devo mio mia una un il gli per che sono fare della scrivo scrivere una faccio',
    'La biblioteca è in inglese e trovo solo parole inglesi: scrivimi in inglese, per favore.',
    'oggetto=subject line, motore=search engine, chiave=keyword, pubblico=target audience, cliente=customer, clienti=customers, prezzo=price, pubblicita=advertising, annunci=ads, carrello=cart, spedizion=shipping, tariffa=rate, oraria=hourly, recension=reviews, passaparola=referral, post=post, chiamata=call, telefonata=call, offerta=offer, sondaggio=survey, titolo=headline, sito=website, pagina=page, atterraggio=landing, concorren=competitors, budget=budget, costo=cost, costa=cost, vendere=sell, test=test, newsletter=newsletter, lista=list, iscritti=subscribers, spam=spam, azienda=business, idea=idea, marchio=brand, calendario=calendar, video=video, social=social media',
  ),
  pt: language(
    'como quando onde porque por posso devo meu minha uma um os para que não você fazer mais do da qual quanto escrevo escrever faço',
    'A biblioteca está em inglês e só encontro palavras em inglês: pergunte em inglês, por favor.',
    'assunto=subject line, busca=search, palavra=keyword, publico=target audience, cliente=customer, preco=price, publicidade=advertising, anuncio=ad, carrinho=cart, frete=shipping, envio=shipping, tarifa=rate, hora=hourly, autonomo=freelancer, avaliac=reviews, indicac=referral, publica=post, ligacao=call, oferta=offer, pesquisa=survey, titulo=headline, site=website, pagina=page, destino=landing, concorren=competitors, orcamento=budget, custo=cost, custa=cost, vender=sell, teste=test, boletim=newsletter, newsletter=newsletter, lista=list, assinantes=subscribers, spam=spam, negocio=business, ideia=idea, marca=brand, calendario=calendar, video=video, redes=social media',
  ),
  nl: language(
    'hoe waar wanneer waarom welke ik een het mijn kan moet niet voor wat zijn maak schrijf krijg meer de hoeveel',
    'De bibliotheek is in het Engels en ik vind alleen Engelse woorden: stel je vraag in het Engels.',
    'onderwerpregel=subject line, onderwerp=subject line, zoekmachine=search engine, zoekwoord=keyword, doelgroep=target audience, klant=customer, prijs=price, reclame=advertising, advertentie=ad, winkelwagen=cart, verzend=shipping, uurtarief=hourly rate, freelance=freelancer, beoordeling=reviews, aanbeveling=referral, bericht=post, bellen=call, aanbod=offer, enquete=survey, kop=headline, pagina=page, landingspagina=landing page, concurren=competitors, budget=budget, kost=cost, verkop=sell, test=test, nieuwsbrief=newsletter, lijst=list, abonnees=subscribers, spam=spam, bedrijf=business, idee=idea, merk=brand, kalender=calendar, video=video',
  ),
};

const codes = Object.keys(languages) as LanguageCode[];

const english = new Set(
  'i how the what is are to my do does can a and of in for with where when why should you it on get make write me please'.split(
    ' ',
  ),
);

const wordsOf = (question: string) => fold(question).match(/\p{L}+/gu) ?? [];

/** Small words that English texts have too. */
const ambiguous = new Set(
  'come das de des die do een el en la le les mes mon per plus pour un was'.split(' '),
);

/** The language of a question, of those that are known and not English; undefined where it cannot be told. */
export function languageOf(question: string): LanguageCode | undefined {
  const words = wordsOf(question);
  const matchesOf = (vocabulary: ReadonlySet<string>) => words.filter((word) => vocabulary.has(word));
  const [best] = codes
    .map((code) => ({ code, matches: matchesOf(languages[code].words) }))
    .toSorted((a, b) => b.matches.length - a.matches.length);
  if (!best || best.matches.length <= matchesOf(english).length) return undefined;
  // In a few words one tells, unless English has it; in more it takes two.
  const isTold =
    best.matches.length >= 2
      ? best.matches.length * 4 >= words.length
      : best.matches.length * 5 >= words.length && !best.matches.some((word) => ambiguous.has(word));
  return isTold ? best.code : undefined;
}

/** That the library is in English, in the language of a question that is not; nothing for one that is. */
export function noteOfLanguage(question: string): string {
  const letters = question.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (others * 2 > letters.length)
    return 'The library is in English, and I find English words alone: please ask in English.';
  const code = languageOf(question);
  return code ? languages[code].note : '';
}

/** What a question in another language names that the trade has an English word for, with what is the same in English; nothing where it names none. */
export function inEnglish(question: string, code: LanguageCode): string {
  const { words, terms } = languages[code];
  const english = wordsOf(question)
    .filter((word) => !words.has(word))
    .flatMap((word) => {
      const term = terms.find(([begins]) => word.startsWith(begins));
      if (term) return [term[1]];
      return /^(seo|ads?|google|facebook|instagram|linkedin|pinterest|twitter|whatsapp|chatgpt|marketing|email|mails?|landing|page|online|shop|blog|webinar|podcast|affiliate|crm|utm|ab)$/.test(
        word,
      )
        ? [word]
        : [];
    });
  return [...new Set(english)].join(' ');
}
