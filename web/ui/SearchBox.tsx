import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const debounce = 400;

/** Calls `onSearch` 400 ms after the last change, or on Enter. @param value the search in the address */
export const SearchBox = ({
  label,
  placeholder,
  value,
  onSearch,
}: {
  label: string;
  placeholder: string;
  value: string;
  onSearch(text: string): void;
}) => {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const trimmed = text.trim();

  // The address changed from elsewhere: Back, or a removed filter.
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);

  const searchNow = (query: string) => {
    if (query === searched.current) return;
    searched.current = query;
    latest.current(query);
  };
  const latestSearchNow = useRef(searchNow);
  latestSearchNow.current = searchNow;
  useEffect(() => {
    const startPath = window.location.pathname;
    const timer = setTimeout(() => {
      // After a navigation this screen stays mounted until the next one's chunk has loaded.
      if (window.location.pathname === startPath) latestSearchNow.current(trimmed);
    }, debounce);
    return () => clearTimeout(timer);
  }, [trimmed]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers have no search element
    <form
      role="search"
      className="relative flex-1 basis-40"
      onSubmit={(event) => {
        event.preventDefault();
        searchNow(trimmed);
      }}
    >
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted" />
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={label}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        className="min-h-12 w-full rounded-xl border border-control bg-surface pr-3.5 pl-11 text-ellipsis"
      />
    </form>
  );
};
