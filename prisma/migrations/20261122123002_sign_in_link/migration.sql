-- AlterEnum
ALTER TYPE "token_purpose" ADD VALUE 'sign_in';
