import { useRouteLoaderData } from 'react-router';
import { pictureOf } from '#app/routes/frame/public-head.ts';
import type { loadSiteData } from '#app/routes/frame/site-data.server.ts';

// What pages tell search engines about themselves (schema.org, as JSON-LD).

/** A description of the page for machines. It is no program: no policy keeps it from standing in the page. */
function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, which cannot close its element
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

function useSite() {
  const root = useRouteLoaderData<typeof loadSiteData>('root');
  const appUrl = root?.appUrl ?? '';
  return { appUrl, organization: { '@type': 'Organization', name: root?.brandName, url: appUrl } };
}

/** Questions and answers of a page. */
export function FaqData({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return <JsonLd data={{ '@type': 'FAQPage', mainEntity }} />;
}

/** The courses a page lists. */
export function CourseListData({
  courses,
}: {
  courses: readonly { slug: string; title: string; promise: string }[];
}) {
  const { appUrl, organization } = useSite();
  const itemListElement = courses.map(({ slug, title, promise }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'Course',
      '@id': `${appUrl}/#course-${slug}`,
      name: title,
      description: promise,
      provider: organization,
      isAccessibleForFree: false,
    },
  }));
  return <JsonLd data={{ '@type': 'ItemList', itemListElement }} />;
}

/** A piece of the library that anyone may read, published on a day (YYYY-MM-DD). */
export function ArticleData({
  article,
  path,
  published,
}: {
  article: { title: string; description: string; topic: string };
  path: string;
  published: string;
}) {
  const { appUrl, organization } = useSite();
  return (
    <JsonLd
      data={{
        '@type': 'Article',
        headline: article.title,
        description: article.description,
        articleSection: article.topic,
        url: appUrl + path,
        mainEntityOfPage: appUrl + path,
        image: appUrl + pictureOf(path),
        author: organization,
        publisher: organization,
        inLanguage: 'en',
        datePublished: published,
        isAccessibleForFree: true,
      }}
    />
  );
}
