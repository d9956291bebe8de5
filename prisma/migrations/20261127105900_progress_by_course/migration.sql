-- migrate: without transaction
-- By this segments find who has started a course, finished it or is stuck in it.
CREATE INDEX CONCURRENTLY "user_progress_course_id_status_last_updated_idx" ON "user_progress" ("course_id", "status", "last_updated");
