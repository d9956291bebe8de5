import { href } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';

export function CourseNotFound() {
  return (
    <div className="page grid justify-items-start gap-4 py-16">
      <h1>Course Not Found</h1>
      <p className="text-muted">The course you're looking for doesn't exist.</p>
      <ButtonLink to="/dashboard">Back to Dashboard</ButtonLink>
    </div>
  );
}

export function ModuleNotFound({ courseSlug }: { courseSlug: string }) {
  return (
    <div className="page grid justify-items-start gap-4 py-16">
      <h1>Module not found</h1>
      <p className="text-muted">This course has no such module.</p>
      <ButtonLink to={href('/courses/:courseSlug', { courseSlug })}>Back to Course Overview</ButtonLink>
    </div>
  );
}
