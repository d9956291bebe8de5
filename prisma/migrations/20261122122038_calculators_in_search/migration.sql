-- AlterEnum
ALTER TYPE "search_kind" ADD VALUE 'calculator';
