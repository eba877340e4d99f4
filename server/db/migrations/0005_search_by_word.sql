-- Search asks for words and beginnings of words. An index by word answers that from one list a word, where the one by
-- three letters read the lists of all its letters and then every row again: a common word cost ten times as much.

-- The words of a search text. A word is cut far behind what a query can hold, because a lexeme has a longest length.
-- The price keeps the planner from working it out row by row.
create function words_of(search_text text) returns tsvector language sql immutable strict parallel safe cost 5000 as $$
  select array_to_tsvector(array(select left(part, 500) from unnest(string_to_array(search_text, ' ')) part where part <> ''))
$$;

create index opportunities_words on opportunities using gin (words_of(search_text)) where deleted_at is null;
drop index opportunities_search_text;
