-- Search: folded words of an item and of its organization in one column, a trigram index over it, and the vocabulary
-- in which typing errors are looked up. The fold itself is contract/textNormalization.ts; here its results are only kept together.
alter table organizations add column fold text not null default '';
alter table opportunities add column fold text not null default '', add column search_text text not null default ' ';

create function write_search_text() returns trigger language plpgsql as $$
begin
  -- The share lock makes an insert wait for a rename that is under way, and a rename for such an insert.
  select new.fold || g.fold || ' ' into new.search_text from organizations g where g.id = new.organization_id for share;
  new.search_text := coalesce(new.search_text, new.fold);
  return new;
end $$;
create trigger opportunities_search_text before insert or update of fold, organization_id on opportunities
  for each row execute function write_search_text();

create function spread_organization_fold() returns trigger language plpgsql as $$
begin
  update opportunities set search_text = fold || new.fold || ' ' where organization_id = new.id;
  return null;
end $$;
create trigger organizations_fold after update of fold on organizations
  for each row when (old.fold is distinct from new.fold) execute function spread_organization_fold();

create index opportunities_search_text on opportunities using gin (search_text gin_trgm_ops)
  where deleted_at is null;

-- Which letters of a to z a word has, one bit each.
create function letters_of(word text) returns integer language sql immutable strict parallel safe as $$
  select coalesce(bit_or(1 << (ascii(letter) - 97)), 0) from unnest(string_to_array(word, null)) letter
  where ascii(letter) between 97 and 122
$$;

-- Every word of four letters or more that stands in a search text, without marks. A word that nothing holds any more
-- finds nothing, so words are only added.
create table search_words (
  word text collate "C" primary key,
  letters integer not null generated always as (letters_of(word)) stored
);

create function learn_words(texts text[]) returns void language sql as $$
  -- In one order everywhere, so that two writers never wait for each other in a circle.
  insert into search_words (word)
  select found.word from (
    select distinct part collate "C" as word from unnest(texts) as text, regexp_split_to_table(text, '[ ~]+') as part
    where char_length(part) between 4 and 60 and strpos(part, '''') = 0
  ) found
  where not exists (select 1 from search_words known where known.word = found.word)
  order by found.word
  on conflict do nothing
$$;

create function learn_words_of_inserted() returns trigger language plpgsql as $$
begin
  perform learn_words(array(select search_text from added));
  return null;
end $$;
create trigger opportunities_words_inserted after insert on opportunities
  referencing new table as added for each statement execute function learn_words_of_inserted();

create function learn_words_of_updated() returns trigger language plpgsql as $$
begin
  perform learn_words(array[new.search_text]);
  return null;
end $$;
create trigger opportunities_words_updated after update on opportunities
  for each row when (old.search_text is distinct from new.search_text) execute function learn_words_of_updated();
