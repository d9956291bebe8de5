import searchScript from 'virtual:search-script';
import { Button } from '#app/ui/button.tsx';
import { Search } from '#app/ui/icon.tsx';

interface SearchFormProps {
  /** What it looks through, as its region is called. */
  of: string;
  label: string;
  placeholder: string;
  /** What was looked for, where this is the page of the answer. */
  question?: string;
  /** How many characters are looked for. */
  maxLength: number;
  className?: string;
}

/** The large search box of a page. It leads to /search, and with scripts proposes pieces while somebody types. */
export function SearchForm({ of, label, placeholder, question, maxLength, className = '' }: SearchFormProps) {
  return (
    <search aria-label={of} data-script={searchScript} className={`block ${className}`.trimEnd()}>
      <form action="/search" className="relative flex gap-2">
        {/* Another question is another box: what was typed into the one before is gone. */}
        <input
          key={question}
          type="search"
          name="q"
          dir="auto"
          autoComplete="off"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={question}
          maxLength={maxLength}
          required
          className="min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-surface px-4 text-lg placeholder:text-muted"
        />
        <Button type="submit" className="shrink-0">
          <Search className="size-4.5" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </form>
    </search>
  );
}
