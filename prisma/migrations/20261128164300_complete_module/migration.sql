-- Notes a module as completed and says how far its course is, with the row of its progress locked until the transaction ends. A function,
-- so that what is read after the lock was waited for has what others have written meanwhile, and all of it is one way to the database.
CREATE FUNCTION complete_module(learner uuid, course text, module int, completed timestamptz)
RETURNS TABLE ("status" text, "isNew" boolean, "completedModuleIds" int[]) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "user_progress" ("user_id", "course_id") VALUES (learner, course) ON CONFLICT DO NOTHING;
  SELECT p."status"::text INTO "status" FROM "user_progress" p WHERE p."user_id" = learner AND p."course_id" = course FOR UPDATE;
  INSERT INTO "user_module_completion" ("user_id", "course_id", "module_id", "completed_at") VALUES (learner, course, module, completed)
    ON CONFLICT DO NOTHING;
  "isNew" := FOUND;
  "completedModuleIds" := ARRAY(SELECT c."module_id" FROM "user_module_completion" c
    WHERE c."user_id" = learner AND c."course_id" = course AND c."completed");
  RETURN NEXT;
END $$;
