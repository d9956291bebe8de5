import { sampleViewerKinds } from '#app/domain/core/access/sample-viewers.ts';
import { sampleViewerNames } from '#app/routes/admin/content/course/sample-viewer-names.ts';
import { courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { SelectField } from '#app/ui/field.tsx';

interface Props {
  slug: string;
  modules: readonly { id: number; title: string }[];
  hasQuiz: boolean;
}

/** Opens a page of the course as somebody of a kind would get it, in a tab of its own. */
export function PreviewForm({ slug, modules, hasQuiz }: Props) {
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-xl">Preview as someone else</h2>
      <p className="text-sm text-muted">
        See what someone who hasn't started the course sees, with its locked modules and release schedule.
        Nothing is recorded.
      </p>
      <form
        method="get"
        action={`${courseAddress(slug)}/preview`}
        target="_blank"
        className="grid items-end gap-4 sm:grid-cols-3"
        rel="noopener"
      >
        <SelectField id="preview-page" name="page" label="Page">
          <option value="">The course</option>
          {modules.map(({ id, title }, index) => (
            <option key={id} value={`module-${id}`}>
              {index + 1}. {title}
            </option>
          ))}
          {hasQuiz ? <option value="quiz">The quiz</option> : null}
        </SelectField>
        <SelectField id="preview-as" name="as" label="As" defaultValue="member">
          {sampleViewerKinds.map((kind) => (
            <option key={kind} value={kind}>
              {sampleViewerNames[kind]}
            </option>
          ))}
        </SelectField>
        <SelectField id="preview-version" name="version" label="Version">
          <option value="drafts">With the drafts</option>
          <option value="published">As published</option>
        </SelectField>
        <div>
          <Button type="submit" variant="secondary">
            Preview
          </Button>
        </div>
      </form>
    </Card>
  );
}
