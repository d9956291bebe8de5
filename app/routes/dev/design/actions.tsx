import { longWord, Specimen, State, States } from '#app/routes/dev/design/specimen.tsx';
import { Button, ButtonLink, type ButtonVariant, SubmitButton } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { ArrowDown, Book, Bookmark, File, Pencil, People } from '#app/ui/document-icon.tsx';
import {
  ArrowLeft,
  ArrowRight,
  Bell,
  Chat,
  Check,
  Chevron,
  Clock,
  Close,
  Download,
  Lock,
  Menu,
  Play,
  Search,
} from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { LinkMenu } from '#app/ui/link-menu.tsx';

/** What a button looks like below the pointer, which the page has to be still for. */
const hover: Record<ButtonVariant, string> = {
  primary: 'bg-accent-strong!',
  secondary: 'border-accent! text-accent!',
  quiet: 'bg-accent-soft!',
  danger: 'bg-danger-soft!',
};

const focusRing = 'outline-3 outline-offset-2 outline-accent';

const icons = {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  Bell,
  Book,
  Bookmark,
  Chat,
  Check,
  Chevron,
  Clock,
  Close,
  Download,
  File,
  Lock,
  Menu,
  Pencil,
  People,
  Play,
  Search,
};

/** What is pressed: buttons, links, and the icons that stand in them. */
export function Actions() {
  return (
    <>
      <Specimen name="Button" file="button.tsx">
        <States isWide>
          {(Object.keys(hover) as ButtonVariant[]).map((variant) => (
            <State key={variant} name={variant}>
              <div className="flex flex-wrap items-center gap-3">
                <Button variant={variant}>Default</Button>
                <Button variant={variant} className={hover[variant]}>
                  Hover
                </Button>
                <Button variant={variant} className={focusRing}>
                  Focus
                </Button>
                <Button variant={variant} disabled>
                  Disabled
                </Button>
                <Button variant={variant} size="large">
                  Large
                </Button>
              </div>
            </State>
          ))}
          <State name="A long word, an icon">
            <div className="flex flex-wrap items-center gap-3">
              <Button>{longWord}</Button>
              <Button variant="secondary">
                <Download /> Download
              </Button>
            </div>
          </State>
        </States>
      </Specimen>
      <Specimen name="SubmitButton" file="button.tsx">
        <States>
          <State name="Default: press it to see it pending">
            <form action="#actions" className="flex">
              <SubmitButton pendingLabel="Saving...">Save changes</SubmitButton>
            </form>
          </State>
          <State name="Pending">
            <Button disabled>Saving...</Button>
          </State>
          <State name="Names whom and how much">
            <SubmitButton pendingLabel="Paying...">Pay $3,203.40 to 2 people</SubmitButton>
          </State>
        </States>
      </Specimen>
      <Specimen name="ButtonLink" file="button.tsx">
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/dev/design#actions">A link that looks like a button</ButtonLink>
          <ButtonLink to="/dev/design#actions" variant="secondary">
            Not now
          </ButtonLink>
        </div>
      </Specimen>
      <Specimen name="Link" file="link.tsx">
        <States>
          <State name="In a text">
            <Link to="/dev/design#actions" className="link">
              Read the terms
            </Link>
          </State>
          <State name="A long word">
            <Link to="/dev/design#actions" className="link wrap-anywhere">
              {longWord}
            </Link>
          </State>
        </States>
      </Specimen>
      <Specimen name="LinkMenu" file="link-menu.tsx">
        <div className="flex">
          <LinkMenu
            label="Sort"
            opensRight
            links={[
              { label: 'Newest', to: '/dev/design#actions', isCurrent: true },
              { label: 'Oldest', to: '/dev/design?oldest#actions', isCurrent: false },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="CopyField" file="copy-field.tsx">
        <States isWide>
          <CopyField
            id="design-copy-cell"
            label="A link in a table, whose label is not shown"
            isLabelHidden
            value="https://example.com/r/h654rwp"
            copiedMessage="Copied."
          />
          <CopyField
            id="design-copy"
            label="Your referral link"
            value={`https://example.com/?ref=${longWord}`}
            copiedMessage="Copied."
          />
        </States>
      </Specimen>
      <Specimen name="Icons" file="icon.tsx, document-icon.tsx">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-3 text-sm">
          {Object.entries(icons).map(([name, Drawn]) => (
            <li key={name} className="flex items-center gap-2">
              <Drawn /> <code className="text-xs">{name}</code>
            </li>
          ))}
          <li className="flex items-center gap-2">
            <Bookmark isFilled /> <code className="text-xs">Bookmark, filled</code>
          </li>
        </ul>
      </Specimen>
    </>
  );
}
