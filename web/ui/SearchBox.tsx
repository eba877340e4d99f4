import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const debounce = 400;

/** Asks once typing pauses for 400 ms, at once on Enter. @param value what the address says */
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
  const asked = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const wanted = text.trim();

  // The address changed from elsewhere (Back, a chip taken off); our own question coming back is no change.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const askNow = (words: string) => {
    if (words === asked.current) return;
    asked.current = words;
    latest.current(words);
  };
  const askRef = useRef(askNow);
  askRef.current = askNow;
  useEffect(() => {
    const here = window.location.pathname;
    const timer = setTimeout(() => {
      // Somebody tapped a card before the pause was over: this screen is only still here until the next one's code has come.
      if (window.location.pathname === here) askRef.current(wanted);
    }, debounce);
    return () => clearTimeout(timer);
  }, [wanted]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to older browsers
    <form
      role="search"
      className="relative flex-1 basis-40"
      onSubmit={(event) => {
        event.preventDefault();
        askNow(wanted);
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
