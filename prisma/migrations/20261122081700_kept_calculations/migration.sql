-- CreateTable
CREATE TABLE "kept_calculations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "calculator" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "inputs" TEXT NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_calculations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "kept_calculations_user_id_calculator_inputs_key" ON "kept_calculations"("user_id", "calculator", "inputs");

-- AddForeignKey
ALTER TABLE "kept_calculations" ADD CONSTRAINT "kept_calculations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
