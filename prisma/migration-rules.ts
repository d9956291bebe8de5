/** What is wrong with a migration, for a database that is being served from while it runs. */
interface MigrationProblem {
  statement: string;
  problem: string;
}

interface Rule {
  pattern: RegExp;
  /** What not to match, although the pattern does. */
  except?: RegExp;
  problem: string;
}

const name = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(?:\w+"?\."?)?(\w+)"?`;
const alterTable = `^ALTER TABLE ${name}.*`;

/** Statements that lock a table for as long as it is large. The first group is the table. */
const locking: Rule[] = [
  {
    pattern: new RegExp(String.raw`^CREATE (?:UNIQUE )?INDEX\b.*? ON ${name}`),
    except: /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY\b/,
    problem:
      'builds an index while writes wait: CREATE INDEX CONCURRENTLY, alone in a migration without transaction',
  },
  {
    pattern: new RegExp(String.raw`${alterTable}\bADD (?:CONSTRAINT "?\w+"? )?(?:CHECK|FOREIGN KEY)\b`),
    except: /NOT VALID/,
    problem:
      'reads the whole table under a lock: add it NOT VALID, and VALIDATE CONSTRAINT in a later migration',
  },
  {
    pattern: new RegExp(String.raw`${alterTable}\bADD COLUMN\b[^,]*\bREFERENCES\b`),
    problem: 'locks both tables: add the column, then the foreign key NOT VALID, then VALIDATE CONSTRAINT',
  },
  {
    pattern: new RegExp(
      String.raw`${alterTable}\bADD (?:CONSTRAINT "?\w+"? )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b`,
    ),
    except: /USING INDEX/,
    problem: 'builds an index under a lock: build it CONCURRENTLY, then ADD CONSTRAINT ... USING INDEX',
  },
  {
    pattern: new RegExp(String.raw`${alterTable}\bALTER (?:COLUMN )?"?\w+"? (?:SET DATA )?TYPE\b`),
    problem:
      'writes the whole table anew under a lock: add a column, fill it in batches, change over in a later release',
  },
  {
    pattern: new RegExp(String.raw`${alterTable}\bSET NOT NULL\b`),
    problem:
      'reads the whole table under a lock: add CHECK (... IS NOT NULL) NOT VALID and validate it later',
  },
  {
    pattern: new RegExp(
      String.raw`${alterTable}\bADD COLUMN\b.*(?:\b(?:BIG|SMALL)?SERIAL\b|GENERATED (?:ALWAYS|BY DEFAULT) AS|DEFAULT \(?(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7|uuid_generate_v4)\b)`,
      'i',
    ),
    problem: 'writes the whole table anew under a lock: add the column without it, and fill it in batches',
  },
  {
    pattern: new RegExp(`^(?:UPDATE|DELETE FROM|MERGE INTO) ${name}`),
    problem: 'changes rows of a table in use in one go: do it in batches, in a job',
  },
  {
    pattern: new RegExp(`^LOCK (?:TABLE )?${name}`),
    problem: 'locks the table until the migration ends',
  },
  {
    pattern: new RegExp(`^(?:VACUUM FULL|CLUSTER|REINDEX (?:TABLE|INDEX)|REFRESH MATERIALIZED VIEW) ${name}`),
    except: /CONCURRENTLY/,
    problem: 'locks the table for as long as it takes to write it anew',
  },
];

/** Statements on which the release before cannot run. */
const breaking: Rule[] = [
  {
    pattern: /^DROP (?:TABLE|COLUMN|VIEW|TYPE|FUNCTION)\b/,
    problem: 'takes away what the release before may use',
  },
  {
    pattern: /^ALTER TABLE\b.*\bDROP COLUMN\b/,
    problem: 'takes away a column that the release before may use',
  },
  { pattern: /^ALTER (?:TABLE|TYPE|VIEW)\b.*\bRENAME\b/, problem: 'renames what the release before may use' },
  {
    pattern: /^ALTER TABLE\b.*\bADD COLUMN\b[^,]*\bNOT NULL\b/,
    except: /\bDEFAULT\b|\bGENERATED\b|\bSERIAL\b/i,
    problem: 'adds a column that the release before does not fill: give it a DEFAULT',
  },
];

const madeHere = new RegExp(`^CREATE (?:UNLOGGED |TEMP(?:ORARY)? )?TABLE ${name}`);

/**
 * Reads a migration for what a busy table cannot bear and for what the release before cannot run on (P211). Tables that the migration
 * makes itself are empty, and nobody waits for them. A statement is excused by a comment in the line above it, `-- allowed: why`; what
 * breaks the release before, by the line at the top that says so.
 */
export function findMigrationProblems(sql: string): MigrationProblem[] {
  const saysThatItBreaks = sql
    .split('\n', 2)
    .some((line) => line.trim() === '-- migrate: breaks earlier releases');
  const statements = statementsOf(sql);
  const own = new Set(statements.flatMap(({ text }) => madeHere.exec(text)?.[1]?.toLowerCase() ?? []));
  const problems: MigrationProblem[] = [];
  const validated = new Set<string>();
  for (const { text, isAllowed } of statements) {
    for (const [, constraint = ''] of text.matchAll(/\bADD CONSTRAINT "?(\w+)"?.*?NOT VALID/g))
      validated.add(constraint);
    if (isAllowed) continue;
    const report = (problem: string) => problems.push({ statement: text.slice(0, 160), problem });
    for (const { pattern, except, problem } of locking) {
      const match = pattern.exec(text);
      if (match && !except?.test(text) && !own.has((match[1] ?? '').toLowerCase())) report(problem);
    }
    const [, constraint] = /\bVALIDATE CONSTRAINT "?(\w+)"?/.exec(text) ?? [];
    if (constraint && validated.has(constraint))
      report(
        'holds the lock of ADD CONSTRAINT while it reads the table: validate it in a migration of its own',
      );
    if (saysThatItBreaks) continue;
    for (const { pattern, except, problem } of breaking)
      if (pattern.test(text) && !except?.test(text))
        report(
          `${problem}; if no release in use needs it, begin the file with "-- migrate: breaks earlier releases"`,
        );
  }
  return problems;
}

/** The statements of a file on one line each, without comments, and with texts and function bodies emptied. */
function statementsOf(sql: string): { text: string; isAllowed: boolean }[] {
  const plain = sql
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, (part) => {
      if (part.startsWith("'")) return "''";
      return /^--\s*allowed: \S/.test(part) ? '\u0001' : ' ';
    });
  return plain
    .split(';')
    .map((part) => ({
      isAllowed: part.includes('\u0001'),
      text: part.replaceAll('\u0001', ' ').replaceAll(/\s+/g, ' ').trim(),
    }))
    .filter(({ text }) => text !== '');
}
