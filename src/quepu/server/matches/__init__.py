"""Matchmaking: people who wait for a game of a rule book are put together by their ratings."""
