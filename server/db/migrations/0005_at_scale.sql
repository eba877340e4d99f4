-- Search asks for words and beginnings of words. An index by word answers that from one list a word, where the one by
-- three letters read the lists of all its letters and then every row again: a common word cost ten times as much.

-- The words of a search text. A word is cut far behind what a query can hold, because a lexeme has a longest length.
-- The price keeps the planner from working it out row by row.
create function words_of(search_text text) returns tsvector language sql immutable strict parallel safe cost 5000 as $$
  select array_to_tsvector(array(select left(part, 500) from unnest(string_to_array(search_text, ' ')) part where part <> ''))
$$;

create index opportunities_words on opportunities using gin (words_of(search_text)) where deleted_at is null;
drop index opportunities_search_text;

-- An organization's received applications stand in one index in the order of its list; an item never changes its organization.
alter table applications add column organization_id integer references organizations;
update applications a set organization_id = o.organization_id from opportunities o where o.id = a.opportunity_id;
alter table applications alter column organization_id set not null;
create function write_application_organization() returns trigger language plpgsql as $$
begin
  select o.organization_id into new.organization_id from opportunities o where o.id = new.opportunity_id;
  return new;
end $$;
create trigger applications_organization before insert or update of opportunity_id, organization_id on applications
  for each row execute function write_application_organization();
create index applications_received on applications (organization_id, applied_at desc, id desc) include (status);
