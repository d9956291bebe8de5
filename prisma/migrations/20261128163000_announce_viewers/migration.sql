-- What pages know of somebody has changed: every process hears it once this is committed, and asks the primary who they are until a
-- replica has the change (app/domain/core/access/changed-viewers.server.ts). Triggers, so that no command, job or plain SQL can forget.
CREATE FUNCTION announce_viewer(viewer uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('site', json_build_array('', 'viewer', viewer)::text) WHERE viewer IS NOT NULL
$$;

CREATE FUNCTION announce_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_viewer(NEW."id");
  RETURN NULL;
END $$;

-- Of any table that says whose a row is.
CREATE FUNCTION announce_user_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM announce_viewer(OLD."user_id"); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM announce_viewer(NEW."user_id"); END IF;
  RETURN NULL;
END $$;

-- A subscription to a team is also what its members have their membership by.
CREATE FUNCTION announce_users_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD."user_id" ELSE NEW."user_id" END;
BEGIN
  PERFORM announce_viewer(owner);
  PERFORM announce_viewer(s."user_id") FROM "teams" t JOIN "team_seats" s ON s."team_id" = t."id" WHERE t."owner_id" = owner;
  RETURN NULL;
END $$;

CREATE TRIGGER "users_announced" AFTER UPDATE ON "users" FOR EACH ROW WHEN (
  (OLD."email", OLD."name", OLD."picture_id", OLD."role", OLD."assigned_role", OLD."admin_level", OLD."status", OLD."email_verified_at",
   OLD."second_factor_since", OLD."trial_ends_at")
  IS DISTINCT FROM
  (NEW."email", NEW."name", NEW."picture_id", NEW."role", NEW."assigned_role", NEW."admin_level", NEW."status", NEW."email_verified_at",
   NEW."second_factor_since", NEW."trial_ends_at"))
  EXECUTE FUNCTION announce_user();

-- Not that a session is in use, which is written down every ten minutes, nor that one that had run out is cleared away.
CREATE TRIGGER "sessions_announced" AFTER UPDATE ON "sessions" FOR EACH ROW WHEN (
  (OLD."token_hash", OLD."former_token_hash", OLD."former_token_until", OLD."user_id", OLD."revoked_at", OLD."confirmed_at", OLD."changed_at_log")
  IS DISTINCT FROM
  (NEW."token_hash", NEW."former_token_hash", NEW."former_token_until", NEW."user_id", NEW."revoked_at", NEW."confirmed_at", NEW."changed_at_log")
  OR NEW."expires_at" < OLD."expires_at")
  EXECUTE FUNCTION announce_user_of_row();
CREATE TRIGGER "sessions_deleted_announced" AFTER DELETE ON "sessions" FOR EACH ROW
  WHEN (OLD."revoked_at" IS NULL AND OLD."expires_at" > now()) EXECUTE FUNCTION announce_user_of_row();

CREATE TRIGGER "subscriptions_announced" AFTER INSERT OR DELETE ON "subscriptions" FOR EACH ROW
  EXECUTE FUNCTION announce_users_of_subscription();
CREATE TRIGGER "subscriptions_changed_announced" AFTER UPDATE ON "subscriptions" FOR EACH ROW WHEN (
  (OLD."user_id", OLD."product", OLD."status", OLD."quantity", OLD."is_disputed", OLD."is_refunded", OLD."held_reason", OLD."past_due_since",
   OLD."paused_from", OLD."paused_until", OLD."current_period_end", OLD."paid_off_at")
  IS DISTINCT FROM
  (NEW."user_id", NEW."product", NEW."status", NEW."quantity", NEW."is_disputed", NEW."is_refunded", NEW."held_reason", NEW."past_due_since",
   NEW."paused_from", NEW."paused_until", NEW."current_period_end", NEW."paid_off_at"))
  EXECUTE FUNCTION announce_users_of_subscription();

CREATE TRIGGER "purchases_announced" AFTER INSERT OR UPDATE OF "status", "user_id" OR DELETE ON "purchases" FOR EACH ROW
  EXECUTE FUNCTION announce_user_of_row();
CREATE TRIGGER "entitlement_grants_announced" AFTER INSERT OR UPDATE OR DELETE ON "entitlement_grants" FOR EACH ROW
  EXECUTE FUNCTION announce_user_of_row();
CREATE TRIGGER "instructor_grants_announced" AFTER INSERT OR UPDATE OR DELETE ON "instructor_grants" FOR EACH ROW
  EXECUTE FUNCTION announce_user_of_row();
CREATE TRIGGER "team_seats_announced" AFTER INSERT OR UPDATE OF "user_id", "joined_at", "team_id" OR DELETE ON "team_seats" FOR EACH ROW
  EXECUTE FUNCTION announce_user_of_row();
CREATE TRIGGER "account_deletions_announced" AFTER INSERT OR UPDATE OF "due_at", "done_at" OR DELETE ON "account_deletions" FOR EACH ROW
  EXECUTE FUNCTION announce_user_of_row();
