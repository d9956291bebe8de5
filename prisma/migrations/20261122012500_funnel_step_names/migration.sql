-- A step's key is the name of its field, which has no hyphens.
UPDATE "funnel_steps" SET "step" = replace("step", '-', '_');
