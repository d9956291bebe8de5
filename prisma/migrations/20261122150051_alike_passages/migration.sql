-- Passages whose heading and title are alike to what is asked, of those that a reader may read, the most alike first. The planner takes
-- comparing texts for cheap and reads the whole table, which takes longer than all the rest of an answer: here it takes the index.
CREATE FUNCTION alike_passages(asked text, audiences passage_audience[], most integer)
RETURNS TABLE (id text, rank bigint) LANGUAGE sql STABLE ROWS 40 SET enable_seqscan = off AS $$
  SELECT p.id, row_number() OVER (ORDER BY word_similarity(asked, p.heading || ' ' || p.title) DESC, p.id) AS rank
  FROM search_passages p
  WHERE p.audience = ANY(audiences) AND asked <% (p.heading || ' ' || p.title)
  ORDER BY rank LIMIT most
$$;
